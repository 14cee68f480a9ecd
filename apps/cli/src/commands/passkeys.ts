import type { Passkey } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { readPassword, type PasswordOptions } from '../input/passwords';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { printTable, type Column } from '../output/table';
import { printLine } from '../output/terminal';

const columns: Column<Passkey>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'LAST USED', text: ({ lastUsedAt }) => formatAge(lastUsedAt) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover passkeys`. Browsers create passkeys, so the command line only lists and removes them. */
export function registerPasskeys(program: Command): void {
  const passkeys = addCommandGroup(program, 'passkeys', 'List or remove your passkeys for the console');
  addCommand(passkeys, 'ls', {
    summary: 'List the passkeys with which you sign in to the console, newest first',
    notes: 'Add passkeys in the console, under Settings, Account.',
    examples: ['passkeys', 'passkeys --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = await createClient().passkeys.list();
    if (json) printJson(page);
    else printTable(page.items, columns, 'No passkeys.');
  });
  addCommand(passkeys, 'rm <id>', {
    summary: 'Remove a passkey',
    examples: ['passkeys rm 65f1c0ffee65f1c0ffee65f1'],
  })
    .option('--password-stdin', 'Read your password from standard input')
    .action(async (id: string, options: CommonOptions & PasswordOptions) => {
      const currentPassword = await readPassword(options, 'Your password');
      await createClient().passkeys.remove(id, { currentPassword });
      if (options.json) printJson({ _id: id });
      else printLine('The passkey is removed.');
    });
}
