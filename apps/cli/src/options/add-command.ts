import type { Command } from 'commander';

/** The help texts of a command. */
interface CommandHelp {
  summary: string;
  /** Command lines without the leading `drover`. */
  examples: string[];
  notes?: string;
}

/** Options that every command has. */
export interface CommonOptions {
  json?: boolean;
}

/** Adds a command with the option `--json` and with examples in its help. */
export function addCommand(
  parent: Command,
  usage: string,
  { summary, examples, notes }: CommandHelp,
): Command {
  const lines = examples.map((example) => `\n  $ drover ${example}`).join('');
  return parent
    .command(usage, { isDefault: usage === 'ls' })
    .description(summary)
    .summary(summary.split(';')[0])
    .option('--json', 'Print the response as JSON')
    .addHelpText('after', `${notes ? `\n${notes}\n` : ''}\nExamples:${lines}`);
}

/** Adds a command that groups subcommands. Without a subcommand it runs `ls`. */
export function addCommandGroup(parent: Command, name: string, summary: string): Command {
  return parent.command(name).description(summary).helpCommand(false);
}
