import { InvalidArgumentError, type Command } from 'commander';
import { addCommand } from '../add-command';
import { signedInAccount } from '../configuration';
import { loadMcp } from '../load-mcp';
import type { Permission } from '../mcp/server';

interface McpOptions {
  allow?: Permission[];
}

const permissions: readonly string[] = ['run', 'write'] satisfies Permission[];

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
  const given = text.split(',').map((word) => word.trim());
  const wrong = given.find((word) => !permissions.includes(word));
  if (wrong !== undefined) throw new InvalidArgumentError(`'${wrong}' is none of ${permissions.join(', ')}.`);
  return [...former, ...(given as Permission[])];
}
