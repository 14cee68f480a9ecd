import type { ImportedRecord, ImportReason, ImportResult } from '@drover/sdk';
import type { Command } from 'commander';
import { pipeline } from 'node:stream/promises';
import { createClient } from '../config/account';
import { readLocalBytes } from '../input/local-files';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJson } from '../output/json';
import { readBody, saveResponse } from '../output/save-response';
import { type Column, printTable } from '../output/table';
import { printLine, printNote } from '../output/terminal';

const reasons: Record<ImportReason, string> = {
  name_taken: 'another record here has this name',
  script_missing: 'its script does not exist here',
  group_missing: 'its device group was not imported',
  devices_missing: 'none of its devices exists here',
  limit_reached: 'there is no room for more',
  conflict: 'it changed during the import',
  invalid: 'it is not valid',
};

const columns: Column<ImportedRecord>[] = [
  { title: 'KIND', text: ({ kind }) => kind },
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  {
    title: 'RESULT',
    text: ({ outcome }) => outcome,
    style: ({ outcome }) => (outcome === 'failed' ? 'red' : undefined),
  },
  { title: 'NOTE', text: formatNote, canShrink: true },
];

function formatNote({ kind, outcome, reason, detail, missingDevices }: ImportedRecord): string {
  const isPaused = kind === 'schedule' && (outcome === 'created' || outcome === 'changed');
  const devices = missingDevices.join(', ');
  const notes = [
    reason && `${reasons[reason]}${detail === null ? '' : `: ${detail}`}`,
    devices && (outcome === 'failed' ? devices : `without devices that do not exist here: ${devices}`),
    isPaused && 'paused',
  ];
  return notes.filter(Boolean).join('; ') || '–';
}

/** Registers `drover export` and `drover import`. */
export function registerArchives(program: Command): void {
  registerExport(program);
  registerImport(program);
}

interface ExportOptions {
  latest?: boolean;
}

function registerExport(program: Command): void {
  addCommand(program, 'export [file]', {
    summary: 'Save scripts, presets, schedules and device groups of the workspace as one archive',
    notes:
      'Without a file, saves to drover-<date>.zip in this folder. A file named - is the\n' +
      'standard output. The archive contains no values of secrets. Requires the role editor.',
    examples: ['export', 'export backup.zip --latest', 'export - | ssh backup "cat > drover.zip"'],
    isQuery: true,
  })
    .option('--latest', 'Only the newest revision of each script')
    .action(async (file: string | undefined, { latest = false }: ExportOptions) => {
      const response = await createClient().archives.export({ revisions: latest ? 'latest' : 'all' });
      if (file === '-') return pipeline(readBody(response), process.stdout, { end: false });
      const path = file ?? `drover-${new Date().toISOString().slice(0, 10)}.zip`;
      await saveResponse(response, path);
      printNote(`Saved ${path}`);
    });
}

interface ImportOptions extends CommonOptions {
  dryRun?: boolean;
}

function registerImport(program: Command): void {
  addCommand(program, 'import <file>', {
    summary: 'Import an archive that drover export has saved',
    notes:
      'Importing an archive again changes nothing. Schedules are imported paused. Exits with\n' +
      '1 if a part of the archive could not be imported. Requires the role admin.',
    examples: ['import drover-2026-01-31.zip --dry-run', 'import drover-2026-01-31.zip'],
  })
    .option('--dry-run', 'Show what would be imported, without changing anything')
    .action(async (file: string, { dryRun = false, json = false }: ImportOptions) => {
      const archive = new Blob([readLocalBytes(file)]);
      const result = await createClient().archives.import({ archive, dryRun });
      if (json) printJson(result);
      else printResult(result);
      if (result.failed > 0) process.exitCode = 1;
    });
}

function printResult({ records, missingSecrets, missingFiles, ...counts }: ImportResult): void {
  printTable(
    records.filter(({ outcome }) => outcome !== 'unchanged'),
    columns,
    'Everything is as in the archive.',
  );
  const { isApplied, created, changed, unchanged, failed } = counts;
  printLine(`${created} created, ${changed} changed, ${unchanged} unchanged, ${failed} failed`);
  if (missingSecrets.length > 0) printNote(`Secrets that do not exist here: ${missingSecrets.join(', ')}`);
  if (missingFiles.length > 0) printNote(`Input files that do not exist here: ${missingFiles.join(', ')}`);
  if (!isApplied) printNote('This was a dry run. Nothing was changed.');
}
