import type { Command } from 'commander';
import { readAccount } from '../config/account';
import { readContexts, removeContext, renameContext, selectContext } from '../config/contexts';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { printJson, toList } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';

interface ContextRow {
  name: string;
  url: string;
  isCurrent: boolean;
}

const columns: Column<ContextRow>[] = [
  { title: 'CURRENT', text: ({ isCurrent }) => (isCurrent ? '*' : ''), style: () => 'green' },
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'SERVER', text: ({ url }) => url, canShrink: true },
];

/** Registers `drover contexts`, which manages the servers that `drover login` saved. */
export function registerContexts(program: Command): void {
  const contexts = addCommandGroup(program, 'contexts', 'List, select, rename or remove saved servers');
  addCommand(contexts, 'ls', {
    summary: 'List the servers that you are signed in to',
    notes: 'Add one with `drover login <url> --context <name>`.',
    examples: ['contexts', 'contexts --json'],
    isQuery: true,
  }).action(({ json }: CommonOptions) => {
    const rows = listContexts();
    if (json) return printJson(toList(rows));
    printTable(rows, columns, 'No contexts. Sign in to a server: drover login');
  });
  addCommand(contexts, 'use <context>', {
    summary: 'Select the server that commands use',
    notes: 'For a single command, use --context. For a shell, set DROVER_CONTEXT.',
    examples: ['contexts use production', 'devices --context staging'],
  }).action((name: string, { json }: CommonOptions) => {
    selectContext(name);
    if (json) printJson(listContexts().find((context) => context.name === name));
    else printLine(`Commands now use ${name}: ${readContexts().contexts[name].url}`);
  });
  addCommand(contexts, 'rename <context> <name>', {
    summary: 'Rename a context',
    examples: ['contexts rename 127.0.0.1:3000 local'],
  }).action((name: string, newName: string, { json }: CommonOptions) => {
    renameContext(name, newName);
    if (json) printJson(listContexts().find((context) => context.name === newName));
    else printLine(`Renamed ${name} to ${newName}.`);
  });
  addCommand(contexts, 'rm <context>', {
    summary: 'Remove a context and its saved access token',
    notes: 'The access token stays valid. Revoke it with `drover tokens rm` first.',
    examples: ['contexts rm staging'],
  }).action((name: string, { json }: CommonOptions) => {
    removeContext(name);
    if (json) printJson(toList(listContexts()));
    else printLine(`Removed ${name}.`);
  });
}

function listContexts(): ContextRow[] {
  const { contexts } = readContexts();
  const { context } = readAccount();
  return Object.entries(contexts).map(([name, { url }]) => ({ name, url, isCurrent: name === context }));
}
