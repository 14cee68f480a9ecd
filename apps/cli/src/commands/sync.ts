import { collectItems, type Devscript, type Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { relative, resolve } from 'node:path';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printLine, stripControls } from '../output/terminal';
import { findProjects } from '../projects/find-projects';
import { readGitCommit } from '../projects/git-commit';
import { createTypesError, ProjectFolder } from '../projects/project-folder';

interface SyncOptions extends CommonOptions {
  strict?: boolean;
}

/** Registers `drover sync`, which uploads all projects of a Git checkout. */
export function registerSync(program: Command): void {
  addCommand(program, 'sync [folder]', {
    summary: 'Upload all projects of a Git checkout, with the commit as their source',
    notes:
      'Builds each folder with a drover.json, with its packages. Uploads nothing if one does\n' +
      'not build. Uploads to the script with the name of the project, which is created the\n' +
      'first time. Deletes nothing. For CI: set DROVER_URL and DROVER_TOKEN.',
    examples: ['sync', 'sync scripts --strict', 'sync --json'],
  })
    .option('--strict', 'Upload nothing if a project has type errors')
    .action(async (path: string | undefined, { json, strict }: SyncOptions) => {
      const root = resolve(path ?? '.');
      const folders = findProjects(root);
      if (folders.length === 0) throw new CliError('usage', 'There is no drover.json in this folder.');
      const git = readGitCommit(root);
      const projects = [];
      for (const folder of folders) projects.push(await build(folder, strict));
      const drover = createClient();
      const results = [];
      for (const { folder, name, project } of projects) {
        const { _id } = await findOrCreate(drover, name);
        const isChanged = await hasNewRevision(drover, _id, () =>
          drover.devscripts.uploadProject(_id, { ...project, git }),
        );
        results.push({ folder: relative(root, folder) || '.', name, devscriptId: _id, isChanged });
      }
      if (json) return printJson({ ...git, projects: results });
      for (const { folder, name, isChanged } of results) {
        printLine(`${isChanged ? 'Changed  ' : 'Unchanged'}  ${stripControls(name)}  (${folder})`);
      }
    });
}

async function build(folder: string, strict: boolean | undefined) {
  const project = await ProjectFolder.open(folder);
  const [built, hasTypes] = await Promise.all([project.build(), project.checkTypes()]);
  if (strict && !hasTypes) throw createTypesError();
  return { folder, name: await project.readName(), project: built.project };
}

async function findOrCreate(drover: Drover, name: string): Promise<Devscript> {
  const all = await collectItems(drover.devscripts.iterate({ name }));
  const found = all.filter((devscript) => devscript.name === name);
  if (found.length <= 1) return found[0] ?? drover.devscripts.create({ name });
  throw new CliError('rejected', `${found.length} scripts are named ${stripControls(name)}.`, [
    'Rename the others, or upload to one of them: drover push --script <ID>',
  ]);
}

async function hasNewRevision(
  drover: Drover,
  devscriptId: string,
  upload: () => PromiseLike<void>,
): Promise<boolean> {
  const newest = async () => (await drover.revisions.list(devscriptId, { limit: 1 })).items[0]?.number;
  const before = await newest();
  await upload();
  return (await newest()) !== before;
}
