import type { Devscript, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { basename, extname } from 'node:path';
import { createClient } from '../config/account';
import { resolveDevscript } from '../dev/devscript-files';
import { CliError } from '../errors/cli-error';
import { readLocalFile } from '../input/local-files';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { printLine } from '../output/terminal';
import { findProject } from '../projects/find-project';
import { createTypesError, ProjectFolder } from '../projects/project-folder';

interface PushOptions extends CommonOptions {
  config?: string;
  resultSchema?: string;
  script?: string;
  strict?: boolean;
}

/** Registers `drover push`, which uploads local files or a project to a development script. */
export function registerPush(program: Command): void {
  addCommand(program, 'push [path]', {
    summary: 'Upload code, its form configuration and the schema of its results',
    notes:
      'Without --script, uploads to the script of this file, which is created the first\n' +
      'time. In a folder with a drover.json, builds the project and uploads it with its\n' +
      'source files.',
    examples: [
      'push hello.js',
      'push hello.js --config form.json',
      'push hello.js --result-schema result.schema.json',
      'push build/main.js --script hello',
      'push',
      'push shop --strict',
    ],
  })
    .option('--config <file>', 'Form configuration: a JSON array of form fields')
    .option('--result-schema <file>', 'JSON Schema of the results, for typed columns')
    .option('--script <script>', 'Name or ID of the development script')
    .option('--strict', 'Do not upload a project with type errors')
    .action(async (path: string | undefined, options: PushOptions) => {
      const folder = findProject(path);
      if (folder === undefined) return pushFile(path ?? '', options);
      await pushProject(folder, options);
    });
}

async function pushFile(file: string, { config, resultSchema, script, json }: PushOptions): Promise<void> {
  const code = readLocalFile(file);
  const form = config === undefined ? undefined : readLocalFile(config);
  const schema = resultSchema === undefined ? undefined : readLocalFile(resultSchema);
  const drover = createClient();
  const name = basename(file, extname(file));
  const devscript = await resolveDevscript(drover, file, { reference: script, name });
  await drover.devscripts.uploadFiles(devscript._id, { code, config: form, schema });
  await report(drover, { devscript, json, what: [file, config, resultSchema].filter(Boolean).join(' and ') });
}

async function pushProject(
  folder: string,
  { config, resultSchema, script, strict, json }: PushOptions,
): Promise<void> {
  if (resultSchema !== undefined)
    throw new CliError('usage', 'Name the schema of the results in drover.json.');
  if (config !== undefined) throw new CliError('usage', 'Name the form configuration in drover.json.');
  const project = await ProjectFolder.open(folder);
  const [{ project: built }, hasTypes] = await Promise.all([project.build(), project.checkTypes()]);
  if (strict && !hasTypes) throw createTypesError();
  const drover = createClient();
  const devscript = await resolveDevscript(drover, folder, {
    reference: script,
    name: await project.readName(),
  });
  await drover.devscripts.uploadProject(devscript._id, built);
  await report(drover, { devscript, json, what: formatCount(built.files.length) });
}

interface Upload {
  devscript: Devscript;
  json?: boolean;
  what: string;
}

async function report(drover: Drover, { devscript: { _id, name }, json, what }: Upload): Promise<void> {
  if (json) return printJson(await drover.devscripts.get(_id));
  printLine(`Uploaded ${what} to ${name}.`);
  printLine(`  drover run devscript:${_id} --device all --follow`);
}

function formatCount(files: number): string {
  return files === 1 ? '1 source file' : `${files} source files`;
}
