import type { Command } from 'commander';

/** What the help says of a command. */
interface About {
  summary: string;
  /** Command lines without the program's name. */
  examples: string[];
  notes?: string;
}

/** Options that every command takes. */
export interface CommonOptions {
  json?: boolean;
}

/** Adds a command as all are here: with `--json`, and with examples in its help. */
export function addCommand(parent: Command, usage: string, { summary, examples, notes }: About): Command {
  const shown = examples.map((example) => `\n  $ drover ${example}`).join('');
  return parent
    .command(usage, { isDefault: usage === 'ls' })
    .description(summary)
    .summary(summary.split(/[:;]/)[0])
    .option('--json', 'print what the service answers, as JSON')
    .addHelpText('after', `${notes ? `\n${notes}\n` : ''}\nExamples:${shown}`);
}

/** Adds a command that is a family of others; alone it is its `ls`. */
export function addFamily(parent: Command, name: string, summary: string): Command {
  return parent.command(name).description(summary).helpCommand(false);
}
