import { collectItems, type Drover, type Revision } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { parseCount } from '../options/option-values';
import { formatBytes } from '../output/bytes';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { type Column, printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { printLine, printNote, stripControls } from '../output/terminal';
import { selectDevscript } from '../selection/select-script';

const columns: Column<Revision>[] = [
  { title: 'REVISION', text: ({ number }) => String(number) },
  { title: 'NAME', text: ({ name }) => name ?? '', canShrink: true },
  {
    title: 'SOURCE',
    text: ({ source, restoredNumber, commit }) =>
      [source, restoredNumber ?? commit?.slice(0, 8)].filter(Boolean).join(' '),
  },
  { title: 'PINNED', text: ({ ref }) => ref ?? '', canShrink: true, isOptional: true },
  {
    title: 'BY',
    text: ({ personName, tokenName, commitAuthor }) => commitAuthor ?? personName ?? tokenName ?? '',
    canShrink: true,
  },
  { title: 'CODE', text: ({ code }) => (code ? formatBytes(code.size) : '') },
  { title: 'VERSION', text: ({ version }) => version ?? '' },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
];

type ListOptions = CommonOptions & { limit: number };
type ShowOptions = CommonOptions & { config?: boolean };

/** Registers `drover revisions`, the history of development scripts. */
export function registerRevisions(program: Command): void {
  const revisions = addCommandGroup(program, 'revisions', 'List, print, name or restore what a script was');
  addCommand(revisions, 'ls <script>', {
    summary: 'List the revisions of a script, newest first',
    notes: 'Each upload that changes the code or the configuration adds a revision.',
    examples: ['revisions ls hello', 'revisions ls hello --json number,personName'],
    isQuery: true,
  })
    .option('--limit <number>', 'Maximum number of revisions', parseCount, 50)
    .action(async (reference: string, { json, limit }: ListOptions) => {
      const drover = createClient();
      const { _id } = await selectDevscript(drover, reference);
      const { items } = await takeItems(drover.revisions.iterate(_id, { limit: limit + 1 }), limit + 1);
      const page = toList(items.slice(0, limit));
      if (json) printJson(page);
      else printTable(page.items, columns, 'No revisions. Upload the code: drover push --help');
      if (items.length > limit) printNote('There are more revisions. Use --limit.');
    });
  registerSingle(revisions);
}

function registerSingle(revisions: Command): void {
  addCommand(revisions, 'show <script> <number>', {
    summary: 'Print the code of a revision',
    examples: [
      'revisions show hello 3 > hello.js',
      'revisions show hello 3 --config',
      'revisions show hello 3 --json',
    ],
    isQuery: true,
  })
    .option('--config', 'Print the configuration')
    .action(async (reference: string, number: string, { json, config }: ShowOptions) => {
      const drover = createClient();
      const { devscriptId, revision } = await selectRevision(drover, reference, number);
      if (json) return printJson(revision);
      if (!revision[config ? 'config' : 'code'])
        throw new CliError('rejected', 'The revision has no such file.');
      const text = await (config
        ? drover.revisions.getConfigText(devscriptId, revision._id)
        : drover.revisions.getCode(devscriptId, revision._id));
      process.stdout.write(text);
    });
  addCommand(revisions, 'name <script> <number> [name]', {
    summary: 'Name a revision, so that it is never deleted, or remove its name',
    examples: ['revisions name hello 3 "Before the new form"', 'revisions name hello 3'],
  }).action(
    async (...[reference, number, name, { json }]: [string, string, string | undefined, CommonOptions]) => {
      const drover = createClient();
      const { devscriptId, revision } = await selectRevision(drover, reference, number);
      await drover.revisions.update(devscriptId, revision._id, { name: name || null });
      if (json) return printJson(await drover.revisions.get(devscriptId, revision._id));
      printLine(
        name ? `Named revision ${number} ${stripControls(name)}.` : `Revision ${number} has no name now.`,
      );
    },
  );
  addCommand(revisions, 'restore <script> <number>', {
    summary: 'Make the files of a revision the current ones, as a new revision',
    examples: ['revisions restore hello 3'],
  }).action(async (reference: string, number: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { devscriptId, revision } = await selectRevision(drover, reference, number);
    const restored = await drover.revisions.restore(devscriptId, revision._id);
    if (json) return printJson(restored);
    printLine(`Restored revision ${number} as revision ${restored.number}.`);
  });
}

/** Finds a revision by its number. */
async function selectRevision(drover: Drover, reference: string, number: string) {
  const { _id: devscriptId, name } = await selectDevscript(drover, reference);
  const revisions = await collectItems(drover.revisions.iterate(devscriptId, { limit: 1000 }));
  const revision = revisions.find((candidate) => String(candidate.number) === number);
  if (revision) return { devscriptId, revision };
  throw new CliError('rejected', `${stripControls(name)} has no revision ${stripControls(number)}.`, [
    'List them: drover revisions ls',
  ]);
}
