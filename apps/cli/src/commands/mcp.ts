import type { Command } from 'commander';
import { addCommand } from '../add-command';
import { signedInAccount } from '../configuration';
import { loadMcp } from '../load-mcp';
import type { Permission } from '../mcp/server';
import { parseWords } from '../option-values';

interface McpOptions {
  allow?: Permission[];
}

const permissions: readonly Permission[] = ['run', 'write'];

/** `drover mcp`: for assistants, which start it themselves. */
export function addMcp(program: Command): void {
  addCommand(program, 'mcp', {
    summary: 'serve devices, scripts, runs and logs as tools for an AI assistant (MCP, stdio)',
    notes:
      'An assistant starts this itself; docs/mcp.md has what to write into its configuration.\nIt may read alone, unless --allow says more; and no more than the access token may.',
    examples: ['mcp', 'mcp --allow run', 'mcp --allow run,write'],
  })
    .option(
      '--allow <what>',
      'let it run scripts (run), change and delete (write), or both',
      parsePermissions,
    )
    .action(async ({ allow = [] }: McpOptions) => {
      const account = signedInAccount();
      const { serveMcp } = await loadMcp();
      await serveMcp(account, allow);
    });
}

function parsePermissions(text: string, former: Permission[] = []): Permission[] {
  return [...former, ...parseWords(text, permissions)];
}
