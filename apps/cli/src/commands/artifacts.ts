import { type Artifact, collectItems } from '@drover/sdk';
import type { Command } from 'commander';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { formatBytes } from '../output/bytes';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { saveResponse } from '../output/save-response';
import { type Column, printTable } from '../output/table';
import { printNote } from '../output/terminal';

const columns: Column<Artifact>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'SIZE', text: ({ size }) => formatBytes(size) },
  { title: 'SAVED', text: ({ savedAt }) => formatAge(savedAt) },
  {
    title: 'PROBLEM',
    text: ({ problem }) => problem ?? '–',
    style: ({ problem }) => (problem ? 'yellow' : undefined),
    canShrink: true,
    isOptional: true,
  },
  { title: 'ARTIFACT', text: ({ _id }) => _id, style: () => 'dim' },
];

interface RunArtifactsOptions extends CommonOptions {
  download?: string;
}

/** Registers `drover runs artifacts`, which lists and downloads the artifacts of a run. */
export function registerRunArtifacts(runs: Command): void {
  addCommand(runs, 'artifacts <run>', {
    summary: 'List the artifacts of a run, or download them',
    examples: [
      'runs artifacts 65f1c0ffee65f1c0ffee65f1',
      'runs artifacts 65f1c0ffee65f1c0ffee65f1 --download ./artifacts',
    ],
    notes: 'Files that exist are not overwritten: the new one gets a number.',
    isQuery: true,
  })
    .option('--download <folder>', 'Download all artifacts into this folder')
    .action(async (runId: string, { download, json = false }: RunArtifactsOptions) => {
      const drover = createClient();
      const artifacts = (await collectItems(drover.runs.iterateArtifacts(runId, { limit: 100 }))).reverse();
      if (download !== undefined) {
        mkdirSync(download, { recursive: true });
        for (const { _id, fileName, problem } of artifacts) {
          if (problem !== null) continue;
          const path = findFreePath(download, fileName);
          await saveResponse(await drover.runs.getArtifact(runId, _id), path);
          printNote(`Saved ${path}`);
        }
      }
      if (json) return printJson(toList(artifacts));
      printTable(artifacts, columns, 'This run has no artifacts.');
    });
}

interface JobArtifactsOptions {
  archive: string;
}

/** Registers `drover jobs artifacts`, which downloads the artifacts of all runs of a job. */
export function registerJobArtifacts(jobs: Command): void {
  addCommand(jobs, 'artifacts <job>', {
    summary: 'Download the artifacts of all runs of a job as a ZIP archive',
    examples: ['jobs artifacts 65f1c0ffee65f1c0ffee65f1 --archive artifacts.zip'],
    notes: 'The archive has a folder for each device.',
    isQuery: true,
  })
    .requiredOption('--archive <file>', 'File to write')
    .action(async (jobId: string, { archive }: JobArtifactsOptions) => {
      await saveResponse(await createClient().jobs.getArtifactArchive(jobId), archive);
      printNote(`Saved ${archive}`);
    });
}

/** Returns a path in the folder that no file has. The server makes names safe; `basename` does not rely on it. */
function findFreePath(folder: string, fileName: string): string {
  const name = basename(fileName);
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${extension}`);
    if (!existsSync(path)) return path;
  }
}
