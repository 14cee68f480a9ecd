import type { Command } from 'commander';
import { CliError } from '../errors/cli-error';

/** Registers `drover help`, which shows what `--help` of a command shows. */
export function registerHelp(program: Command): void {
  program
    .command('help [command...]')
    .description('Show the help of a command, such as `drover help devices rename`')
    .summary('Show the help of a command')
    .action((names: string[]) => findCommand(program, names).outputHelp());
}

function findCommand(program: Command, names: string[]): Command {
  return names.reduce((parent, name) => {
    const found = parent.commands.find((command) => command.name() === name);
    if (found) return found;
    throw new CliError('usage', `There is no command '${names.join(' ')}'.`, [
      `List the commands: ${[parent === program ? 'drover' : `drover ${parent.name()}`, '--help'].join(' ')}`,
    ]);
  }, program);
}
