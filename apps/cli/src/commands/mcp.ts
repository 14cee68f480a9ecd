import type { Command } from 'commander';
import { requireAccount } from '../config/account';
import { loadMcp } from '../mcp/load-mcp';
import type { Permission } from '../mcp/server';
import { addCommand } from '../options/add-command';
import { parseWords } from '../options/option-values';

interface McpOptions {
  allow?: Permission[];
}

const permissions: readonly Permission[] = ['run', 'write'];

/** Registers `drover mcp`, which assistants start themselves. */
export function registerMcp(program: Command): void {
  addCommand(program, 'mcp', {
    summary: 'Serve devices, scripts, runs and logs to an AI assistant (MCP over stdio)',
    notes:
      'Assistants start this command themselves: see docs/mcp.md for their configuration.\nThe tools are read-only without --allow, and are limited by the scopes of the\naccess token.',
    examples: ['mcp', 'mcp --allow run', 'mcp --allow run,write'],
  })
    .option(
      '--allow <permissions>',
      'Comma-separated permissions: run (run scripts), write (change and delete)',
      parsePermissions,
    )
    .action(async ({ allow = [] }: McpOptions) => {
      const account = requireAccount();
      const { serveMcp } = await loadMcp();
      await serveMcp(account, allow);
    });
}

function parsePermissions(text: string, previous: Permission[] = []): Permission[] {
  return [...previous, ...parseWords(text, permissions)];
}
