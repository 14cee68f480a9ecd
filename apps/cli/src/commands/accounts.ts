import type { Command } from 'commander';
import { createClient } from '../config/account';
import { readPassword, type PasswordOptions } from '../input/passwords';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';

interface CreateOptions extends CommonOptions, PasswordOptions {
  name?: string;
}

/** Registers `drover accounts`. The interface has no list of accounts. */
export function registerAccounts(program: Command): void {
  const accounts = addCommandGroup(program, 'accounts', 'Create accounts for other people');
  addCommand(accounts, 'create <email>', {
    summary: 'Create an account for another person (administrators only)',
    notes: 'Without --password-stdin, prompts for the password of the new account.',
    examples: [
      'accounts create ada@example.org --name Ada',
      'accounts create ada@example.org --password-stdin < password.txt',
    ],
  })
    .option('--name <name>', 'Name of the person (default: from the email address)')
    .option('--password-stdin', 'Read the password from standard input')
    .action(async (email: string, { name, passwordStdin, json }: CreateOptions) => {
      const password = await readPassword({ passwordStdin }, 'Password of the new account');
      const account = await createClient().accounts.create({ email, password, name });
      if (json) printJson(account);
      else printLine(`Created the account ${account.email}.`);
    });
}
