import type { Command } from 'commander';

/** The help texts of a command. */
interface CommandHelp {
  summary: string;
  /** Command lines without the leading `drover`. */
  examples: string[];
  notes?: string;
  /** Whether the command only reads. */
  isQuery?: boolean;
}

/** Options that every command has. */
export interface CommonOptions {
  /** Whether to print JSON. `output/json.ts` knows in which form. */
  json?: boolean;
}

/** Adds a command with the options of JSON output and with examples in its help. */
export function addCommand(
  parent: Command,
  usage: string,
  { summary, examples, notes, isQuery = false }: CommandHelp,
): Command {
  const lines = examples.map((example) => `\n  $ drover ${example}`).join('');
  // After `--json`, the name of a record to change must not be taken for a field.
  const hasFields = isQuery || !usage.includes(' ');
  const command = parent
    .command(usage, { isDefault: usage === 'ls' })
    .description(summary)
    .summary(summary.split(';')[0])
    .option(
      hasFields ? '--json [fields]' : '--json',
      hasFields ? 'Print JSON, of all fields or of these: name,online' : 'Print the response as JSON',
    );
  return addOutputOptions(command).addHelpText('after', `${notes ? `\n${notes}\n` : ''}\nExamples:${lines}`);
}

/** Adds the options that transform JSON output. */
export function addOutputOptions(command: Command): Command {
  return command
    .option('--jq <expression>', 'Filter the JSON with an expression of jq')
    .option('--template <text>', 'Print the JSON through a Mustache template; \\n and \\t are escapes');
}

/** Adds a command that groups subcommands. Without a subcommand it runs `ls`. */
export function addCommandGroup(parent: Command, name: string, summary: string): Command {
  return parent.command(name).description(summary).helpCommand(false);
}
