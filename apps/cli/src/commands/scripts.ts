import type { Devscript, Script } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';
import { selectScript } from '../selection/select-script';

interface Row {
  name: string;
  kind: string;
  version: string;
  slug: string;
  id: string;
}

const columns: Column<Row>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'KIND', text: ({ kind }) => kind },
  { title: 'VERSION', text: ({ version }) => version },
  { title: 'SLUG', text: ({ slug }) => slug },
  { title: 'ID', text: ({ id }) => id, style: () => 'dim' },
];

/** Registers `drover scripts`, which lists and deletes scripts. */
export function registerScripts(program: Command): void {
  const scripts = addCommandGroup(program, 'scripts', 'List or delete development and published scripts');
  addCommand(scripts, 'ls', {
    summary: 'List development scripts and published scripts',
    examples: ['scripts', 'scripts ls --name hello', `scripts --json | jq '.devscripts.items'`],
    isQuery: true,
  })
    .option('--name <text>', 'Only scripts whose name contains this text')
    .action(async ({ json, name }: CommonOptions & { name?: string }) => {
      const drover = createClient();
      const [devscripts, published] = await Promise.all([
        drover.devscripts.list({ name }),
        drover.scripts.list({ name }),
      ]);
      if (json) return printJson({ devscripts, scripts: published });
      const rows = [...devscripts.items.map(toDevscriptRow), ...published.items.map(toScriptRow)];
      printTable(
        rows,
        columns,
        name ? 'No scripts match.' : 'No scripts yet. Create one: drover dev hello.js --device all',
      );
    });
  addCommand(scripts, 'rm <script>', {
    summary: 'Delete a development script, or remove a published one from the library',
    examples: ['scripts rm devscript:hello', 'scripts rm a1b2c'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = createClient();
    const { kind, script } = await selectScript(drover, reference);
    await (kind === 'script' ? drover.scripts.remove(script._id) : drover.devscripts.remove(script._id));
    if (json) printJson(script);
    else
      printLine(kind === 'script' ? `Removed ${script.name} from the library.` : `Deleted ${script.name}.`);
  });
}

function toDevscriptRow({ _id, name, reviewState, script }: Devscript): Row {
  const kind = reviewState === 'draft' ? 'development' : `development, ${reviewState.replace('_', ' ')}`;
  return { name, kind, version: script?.version ?? '–', slug: '–', id: _id };
}

function toScriptRow({ _id, name, version, slug }: Script): Row {
  return { name, kind: 'published', version, slug, id: _id };
}
