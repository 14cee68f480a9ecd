import { Argument, type Command } from 'commander';
import { addCommand } from '../add-command';
import { suggest } from '../suggestions';
import { shellScripts, shells, type Shell } from '../shell-scripts';
import { say } from '../terminal';

/** `drover completion`: a script for the shell; and what that script asks for. */
export function addCompletion(program: Command): void {
  addCommand(program, 'completion', {
    summary: 'print the completion script of a shell',
    examples: [
      `completion bash >> ~/.bashrc`,
      `completion zsh > "\${fpath[1]}/_drover"`,
      `completion fish > ~/.config/fish/completions/drover.fish`,
    ],
  })
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action((shell: Shell) => say(shellScripts[shell]));
  program.command('__complete [words...]', { hidden: true }).action(async (words: string[]) => {
    for (const suggestion of await suggest(program, words)) say(suggestion);
  });
}
