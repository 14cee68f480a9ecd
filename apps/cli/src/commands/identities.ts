import type { Identity } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { readPassword, type PasswordOptions } from '../input/passwords';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { printTable, type Column } from '../output/table';
import { printLine } from '../output/terminal';

const columns: Column<Identity>[] = [
  { title: 'PROVIDER', text: ({ providerName }) => providerName, canShrink: true },
  { title: 'EMAIL', text: ({ email }) => email ?? '-', canShrink: true },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'LAST USED', text: ({ lastUsedAt }) => formatAge(lastUsedAt) },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim' },
];

/** Registers `drover identities`. Browsers link identities, so the command line only lists and unlinks them. */
export function registerIdentities(program: Command): void {
  const identities = addCommandGroup(
    program,
    'identities',
    'List or unlink your accounts for single sign-on',
  );
  addCommand(identities, 'ls', {
    summary: 'List the accounts at identity providers with which you sign in, newest first',
    notes: 'Link accounts in the console, under Settings, Account.',
    examples: ['identities', 'identities --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = await createClient().identities.list();
    if (json) printJson(page);
    else printTable(page.items, columns, 'No linked accounts.');
  });
  addCommand(identities, 'rm <id>', {
    summary: 'Unlink an account, and end the sessions that began with it',
    examples: ['identities rm 65f1c0ffee65f1c0ffee65f1'],
  })
    .option('--password-stdin', 'Read your password from standard input')
    .action(async (id: string, options: CommonOptions & PasswordOptions) => {
      const currentPassword = await readPassword(options, 'Your password');
      await createClient().identities.remove(id, { currentPassword });
      if (options.json) printJson({ _id: id });
      else printLine('The account is unlinked.');
    });
}
