import { collectItems, type Secret } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { readStdin } from '../input/local-files';
import { promptSecret } from '../input/prompts';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { formatAge } from '../output/duration';
import { toList, printJson } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';

const columns: Column<Secret>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'USED BY', text: ({ usedBy }) => formatUses(usedBy), canShrink: true },
  { title: 'LAST USED', text: ({ lastUsedAt }) => formatAge(lastUsedAt) },
  { title: 'UPDATED', text: ({ updatedAt }) => formatAge(updatedAt) },
];

/** Names the first use and the number of the others. */
function formatUses([first, ...others]: Secret['usedBy']): string {
  if (!first) return '-';
  return `${first.kind} ${first.name}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}

/** Registers `drover secrets`, which manages values that scripts can use and nobody can read back. */
export function registerSecrets(program: Command): void {
  const secrets = addCommandGroup(
    program,
    'secrets',
    'List, set or delete values that scripts use and nobody can read back',
  );
  addCommand(secrets, 'ls', {
    summary: 'List secrets, what uses them, and when a run last did',
    examples: ['secrets', 'secrets --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().secrets.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No secrets. Create one: drover secrets set API_KEY');
  });
  addCommand(secrets, 'set <secret>', {
    summary: 'Create a secret, or replace its value',
    notes:
      'Prompts for the value, or reads it from standard input without the final newline.\nIt is not an argument, because other users could see it in the process list.',
    examples: [
      'secrets set API_KEY',
      'secrets set TLS_KEY < key.pem',
      `exec -c 'login(drover.env.key)' --device all --secret key=API_KEY`,
    ],
  }).action(async (name: string, { json }: CommonOptions) => {
    const drover = createClient();
    const value = process.stdin.isTTY
      ? await promptSecret(`Value of ${name}`)
      : (await readStdin()).replace(/\r?\n$/, '');
    await drover.secrets.update(name, { value });
    if (json) printJson({ name });
    else printLine(`Set ${name}.`);
  });
  addCommand(secrets, 'rm <secret>', {
    summary: 'Delete a secret; runs that still need it are rejected',
    examples: ['secrets rm API_KEY'],
  }).action(async (name: string, { json }: CommonOptions) => {
    await createClient().secrets.remove(name);
    if (json) printJson({ name });
    else printLine(`Deleted ${name}.`);
  });
}
