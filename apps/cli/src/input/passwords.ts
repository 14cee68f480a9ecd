import { CliError } from '../errors/cli-error';
import { isInteractive } from '../output/terminal';
import { readStdin } from './local-files';
import { promptSecret } from './prompts';

/** The option of commands that need a password. */
export interface PasswordOptions {
  passwordStdin?: boolean;
}

/** Reads a password from standard input, or asks for it in a terminal. */
export async function readPassword({ passwordStdin }: PasswordOptions, question: string): Promise<string> {
  if (passwordStdin) return (await readStdin()).replace(/\r?\n$/, '');
  if (isInteractive()) return promptSecret(question);
  throw new CliError('usage', 'Cannot prompt for the password without a terminal. Use --password-stdin.');
}
