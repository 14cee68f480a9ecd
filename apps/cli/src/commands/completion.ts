import { Argument, type Command } from 'commander';
import { type Shell, shells, shellScripts } from '../completion/shell-scripts';
import { suggestWords } from '../completion/suggestions';
import { addCommand } from '../options/add-command';
import { printLine } from '../output/terminal';

/** Registers `drover completion`, and the hidden command that the shell scripts call. */
export function registerCompletion(program: Command): void {
  addCommand(program, 'completion', {
    summary: 'Print the completion script for a shell',
    examples: [
      `completion bash >> ~/.bashrc`,
      `completion zsh > "\${fpath[1]}/_drover"`,
      `completion fish > ~/.config/fish/completions/drover.fish`,
      'completion powershell >> $PROFILE',
    ],
  })
    .addArgument(new Argument('<shell>', 'Shell to complete in').choices(shells))
    .action((shell: Shell) => printLine(shellScripts[shell]));
  program.command('__complete [words...]', { hidden: true }).action(async (words: string[]) => {
    for (const suggestion of await suggestWords(program, words)) printLine(suggestion);
  });
}
