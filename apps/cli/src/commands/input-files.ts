import { collectItems, type InputFile } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { uploadFile } from '../options/input-files';
import { formatBytes } from '../output/bytes';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { type Column, printTable } from '../output/table';
import { printLine } from '../output/terminal';

const columns: Column<InputFile>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'SIZE', text: ({ size }) => formatBytes(size) },
  { title: 'STATE', text: ({ isComplete }) => (isComplete ? 'complete' : 'uploading') },
  { title: 'USED', text: ({ usedAt }) => formatAge(usedAt) },
  { title: 'ID', text: ({ _id }) => _id },
];

/** Registers `drover files`, which manages files that people give to runs. */
export function registerInputFiles(program: Command): void {
  const files = addCommandGroup(program, 'files', 'List, upload or delete files that are given to runs');
  addCommand(files, 'ls', {
    summary: 'List input files, newest first',
    examples: ['files', 'files --json name,size'],
    isQuery: true,
  }).action(async ({ json }: CommonOptions) => {
    const page = toList(await collectItems(createClient().inputFiles.iterate()));
    if (json) printJson(page);
    else printTable(page.items, columns, 'No input files. Upload one: drover files upload ./list.csv');
  });
  addCommand(files, 'upload <file>', {
    summary: 'Upload an input file, unless the workspace has its content',
    notes: 'Prints the value of a variable that is the file. `--file` of other commands uploads too.',
    examples: ['files upload ./list.csv', 'run hello --device all --file list=./list.csv'],
  }).action(async (path: string, { json }: CommonOptions) => {
    const reference = await uploadFile(createClient(), path);
    if (json) printJson(reference);
    else printLine(JSON.stringify(reference));
  });
  addCommand(files, 'rm <id>', {
    summary: 'Delete an input file; runs that still need it are rejected',
    examples: ['files rm 65f1c0ffee65f1c0ffee65f1'],
  }).action(async (fileId: string, { json }: CommonOptions) => {
    await createClient().inputFiles.remove(fileId);
    if (json) printJson({ _id: fileId });
    else printLine(`Deleted ${fileId}.`);
  });
}
