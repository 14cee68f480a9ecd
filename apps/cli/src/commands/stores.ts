import { collectItems, isNotFound, type Store, type StoreEntry } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { readStdin } from '../input/local-files';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { parseCount, parseDuration, parseVersion } from '../options/option-values';
import { parseEntryKey, parseStoreValue } from '../options/store-value';
import { formatBytes } from '../output/bytes';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { formatLocalTime } from '../output/schedule-table';
import { type Column, printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { printLine, printNote, stripControls } from '../output/terminal';
import { orUndefined } from '../selection/select-record';
import { selectStoreId } from '../selection/select-store';

const maxPageItems = 1000;

const storeNotes =
  'A store is `account` for that of the workspace, or the name or ID of a script or a device.\nIf several have the name, use `script:`, `devscript:` or `device:` before it.';

const kinds = { account: 'workspace', script: 'published', devscript: 'devscript', device: 'device' };

const storeColumns: Column<Store>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'KIND', text: ({ kind }) => kinds[kind] },
  { title: 'KEYS', text: ({ keys }) => String(keys) },
  { title: 'SIZE', text: ({ bytes }) => formatBytes(bytes) },
  { title: 'ID', text: ({ kind, _id }) => (kind === 'account' ? kind : _id), style: () => 'dim' },
];

const entryColumns: Column<StoreEntry>[] = [
  { title: 'KEY', text: ({ key }) => key, canShrink: true },
  { title: 'VALUE', text: ({ value }) => JSON.stringify(value), canShrink: true },
  { title: 'VERSION', text: ({ version }) => String(version) },
  {
    title: 'EXPIRES',
    text: ({ expiresAt }) => (expiresAt === null ? 'never' : formatLocalTime(expiresAt)),
    isOptional: true,
  },
  { title: 'UPDATED', text: ({ updatedAt }) => formatAge(updatedAt) },
];

type ListOptions = CommonOptions & { prefix?: string; limit: number };
type DeleteOptions = CommonOptions & { ifVersion?: number };
type SetOptions = DeleteOptions & { expires?: number; text?: boolean };

/** Registers `drover store`, which manages values that scripts share between devices. */
export function registerStores(program: Command): void {
  const store = addCommandGroup(program, 'store', 'List, read, set or delete values that scripts share');
  addCommand(store, 'ls', {
    summary: 'List the stores that have had entries',
    examples: ['store', 'store --json'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().stores.iterate({ limit: maxPageItems })));
    if (json) printJson(page);
    else printTable(page.items, storeColumns, 'No stores. Create an entry: drover store set --help');
  });
  registerReading(store);
  registerChanging(store);
}

function registerReading(store: Command): void {
  addCommand(store, 'list <store>', {
    summary: 'List entries of a store by key',
    notes: storeNotes,
    examples: ['store list account', 'store list hello --prefix lock: --json key,value'],
    isQuery: true,
  })
    .option('--prefix <text>', 'Only entries whose keys begin with this text')
    .option('--limit <number>', 'Maximum number of entries', parseCount, 100)
    .action(async (reference: string, { json, prefix, limit }: ListOptions) => {
      const drover = createClient();
      const storeId = await selectStoreId(drover, reference);
      const filter = { ...(prefix && { prefix }), limit: Math.min(limit + 1, maxPageItems) };
      const { items } = await takeItems(drover.stores.iterateEntries(storeId, filter), limit + 1);
      const page = toList(items.slice(0, limit));
      if (json) printJson(page);
      else printTable(page.items, entryColumns, prefix ? 'No entries match.' : 'The store has no entries.');
      if (items.length > limit) printNote('There are more entries. Use --limit or --prefix.');
    });
  addCommand(store, 'get <store> <key>', {
    summary: 'Print the value of an entry',
    notes: `A text is printed without quotes, any other value as JSON. --json prints the entry with its version.\n${storeNotes}`,
    examples: ['store get account next-page', `store get hello settings --jq '.value.city'`],
    isQuery: true,
  }).action(async (reference: string, entryKey: string, { json }: CommonOptions) => {
    const key = parseEntryKey(entryKey);
    const drover = createClient();
    const entry = await orUndefined(drover.stores.getEntry(await selectStoreId(drover, reference), key));
    if (!entry) throw missingEntry(key);
    if (json) printJson(entry);
    else printLine(formatValue(entry.value));
  });
}

function registerChanging(store: Command): void {
  addCommand(store, 'set <store> <key> [value]', {
    summary: 'Create an entry, or replace its value',
    notes: `The value is JSON such as 3, true or {"city": "Paris"}. Anything else is a text; --text makes any value one.\nWithout a value, reads it from standard input without the final newline.\n${storeNotes}`,
    examples: [
      'store set account next-page 1',
      `store set hello settings '{"city": "Paris"}' --expires 1h`,
      'store set hello greeting "Good morning" --if-version 3',
      'store set hello page --text < page.html',
    ],
  })
    .option('--text', 'Store the value as a text, even if it is JSON')
    .option('--expires <duration>', 'When the entry ends, such as 90s or 7d (default: never)', parseDuration)
    .option(
      '--if-version <version>',
      'Only if the entry has this version; 0: only if there is none',
      parseVersion,
    )
    .action(
      async (...[reference, entryKey, given, options]: [string, string, string | undefined, SetOptions]) => {
        const { expires, ifVersion, json, text } = options;
        const key = parseEntryKey(entryKey);
        const drover = createClient();
        const value = parseStoreValue(given ?? (await readInput()), { isText: text });
        const storeId = await selectStoreId(drover, reference);
        const entry = await drover.stores.updateEntry(storeId, key, { value, expiresIn: expires, ifVersion });
        if (json) printJson(entry);
        else printLine(`Set ${stripControls(key)} to version ${entry.version}.`);
      },
    );
  addCommand(store, 'delete <store> <key>', {
    summary: 'Delete an entry',
    notes: storeNotes,
    examples: ['store delete account next-page', 'store delete hello lock --if-version 7'],
  })
    .alias('rm')
    .option('--if-version <version>', 'Only if the entry has this version', parseVersion)
    .action(async (reference: string, entryKey: string, { ifVersion, json }: DeleteOptions) => {
      const key = parseEntryKey(entryKey);
      const drover = createClient();
      const storeId = await selectStoreId(drover, reference);
      try {
        await drover.stores.removeEntry(storeId, key, ifVersion === undefined ? {} : { ifVersion });
      } catch (error) {
        throw isNotFound(error) ? missingEntry(key) : error;
      }
      if (json) printJson({ key });
      else printLine(`Deleted ${stripControls(key)}.`);
    });
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new CliError('usage', 'The value is missing.', ['Pass it as an argument or on standard input.']);
  }
  return (await readStdin()).replace(/\r?\n$/, '');
}

/** Removes control characters only on a terminal, so that a file gets the value as it is. */
function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return process.stdout.isTTY ? stripControls(text) : text;
}

function missingEntry(key: string): CliError {
  return new CliError('rejected', `The store has no entry '${stripControls(key)}'.`, [
    'List entries: drover store list <store>',
  ]);
}
