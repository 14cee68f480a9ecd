import type { Devscript, Script } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { printJson } from '../json';
import { selectScript } from '../script-selection';
import { printTable, type Column } from '../table';
import { say } from '../terminal';

interface Row {
  name: string;
  kind: string;
  version: string;
  slug: string;
  id: string;
}

const columns: Column<Row>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  { title: 'KIND', text: ({ kind }) => kind },
  { title: 'VERSION', text: ({ version }) => version },
  { title: 'SLUG', text: ({ slug }) => slug },
  { title: 'ID', text: ({ id }) => id, style: () => 'dim' },
];

/** `drover scripts`: what can be run. */
export function addScripts(program: Command): void {
  const scripts = addFamily(program, 'scripts', 'list or remove scripts, in development and published');
  addCommand(scripts, 'ls', {
    summary: 'list development scripts and published scripts',
    examples: ['scripts', 'scripts ls --name hello', `scripts --json | jq '.devscripts.items'`],
  })
    .option('--name <text>', 'those with this text in their names')
    .action(async ({ json, name }: CommonOptions & { name?: string }) => {
      const drover = connect();
      const [devscripts, published] = await Promise.all([
        drover.devscripts.list({ name }),
        drover.scripts.list({ name }),
      ]);
      if (json) return printJson({ devscripts, scripts: published });
      const rows = [...devscripts.items.map(devscriptRow), ...published.items.map(scriptRow)];
      printTable(
        rows,
        columns,
        name ? 'No script matches.' : 'No scripts yet. Make one: drover dev hello.js --device all',
      );
    });
  addCommand(scripts, 'rm <script>', {
    summary: 'delete a development script, or remove a published one from the library',
    examples: ['scripts rm devscript:hello', 'scripts rm a1b2c'],
  }).action(async (reference: string, { json }: CommonOptions) => {
    const drover = connect();
    const { kind, script } = await selectScript(drover, reference);
    await (kind === 'script' ? drover.scripts.remove(script._id) : drover.devscripts.remove(script._id));
    if (json) printJson(script);
    else say(kind === 'script' ? `Removed ${script.name} from the library.` : `Deleted ${script.name}.`);
  });
}

function devscriptRow({ _id, name, reviewState, script }: Devscript): Row {
  const kind = reviewState === 'draft' ? 'development' : `development, ${reviewState.replace('_', ' ')}`;
  return { name, kind, version: script?.version ?? '–', slug: '–', id: _id };
}

function scriptRow({ _id, name, version, slug }: Script): Row {
  return { name, kind: 'published', version, slug, id: _id };
}
