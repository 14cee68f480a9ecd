import type { Secret } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { printJson } from '../json';
import { readInput } from '../local-files';
import { askSecret } from '../questions';
import { showAgo } from '../seconds';
import { printTable, type Column } from '../table';
import { say } from '../terminal';

const columns: Column<Secret>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  { title: 'SET', text: ({ updatedAt }) => showAgo(updatedAt) },
];

/** `drover secrets`: values that scripts get, and nobody reads back. */
export function addSecrets(program: Command): void {
  const secrets = addFamily(
    program,
    'secrets',
    'list, set or remove values that scripts get and nobody reads',
  );
  addCommand(secrets, 'ls', {
    summary: 'list the names of secrets',
    examples: ['secrets', 'secrets --json'],
  }).action(async ({ json }: CommonOptions) => {
    const page = await connect().secrets.list();
    if (json) printJson(page);
    else printTable(page.items, columns, 'No secrets. Make one: drover secrets set API_KEY');
  });
  addCommand(secrets, 'set <secret>', {
    summary: 'create a secret, or replace its value',
    notes:
      'The value is asked for, or read from the standard input without the line end at\nits end: on the command line others could read it.',
    examples: [
      'secrets set API_KEY',
      'secrets set TLS_KEY < key.pem',
      `exec -c 'login(drover.env.key)' --device all --secret key=API_KEY`,
    ],
  }).action(async (name: string, { json }: CommonOptions) => {
    const drover = connect();
    const value = process.stdin.isTTY
      ? await askSecret(`Value of ${name}`)
      : (await readInput()).replace(/\r?\n$/, '');
    await drover.secrets.update(name, { value });
    if (json) printJson({ name });
    else say(`Set ${name}.`);
  });
  addCommand(secrets, 'rm <secret>', {
    summary: 'remove a secret; runs that still need it are rejected',
    examples: ['secrets rm API_KEY'],
  }).action(async (name: string, { json }: CommonOptions) => {
    await connect().secrets.remove(name);
    if (json) printJson({ name });
    else say(`Removed ${name}.`);
  });
}
