import type { Failure } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseTime } from '../options/filter-options';
import { parseCount } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { stateLabel, stateStyle } from '../output/run-states';
import { type Column, printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { findScriptId } from '../selection/filter-ids';

const columns: Column<Failure>[] = [
  { title: 'RUNS', text: ({ runs }) => runs.toLocaleString('en') },
  { title: 'STATE', text: ({ state }) => stateLabel(state), style: ({ state }) => stateStyle(state) },
  {
    title: 'SCRIPT',
    text: ({ scriptName, scriptId }) => scriptName ?? scriptId ?? '–',
    canShrink: true,
    isOptional: true,
  },
  { title: 'MESSAGE', text: ({ message }) => message ?? '–', canShrink: true },
  { title: 'LINE', text: ({ file, line }) => (line === null ? '–' : `${file}:${line}`), canShrink: true },
  { title: 'STEP', text: ({ step }) => step ?? '–', canShrink: true, isOptional: true },
  {
    title: 'DEVICES',
    text: ({ devices, samples }) =>
      devices > samples.length ? devices.toLocaleString('en') : samples.map(nameOf).join(', '),
    canShrink: true,
    isOptional: true,
  },
  { title: 'FIRST SEEN', text: ({ firstSeenAt }) => formatAge(firstSeenAt), isOptional: true },
  { title: 'FAILURE', text: ({ _id }) => _id, style: () => 'dim' },
];

const nameOf = ({ deviceName }: { deviceName: string }) => deviceName;

type ListOptions = CommonOptions & { limit: number };
type FailuresOptions = ListOptions & { script?: string; since?: string };

/** Registers `drover failures`, which lists groups of failed runs across jobs. */
export function registerFailures(program: Command): void {
  addCommand(program, 'failures', {
    summary: 'List groups of runs that failed in the same way, the last seen first',
    examples: ['failures', 'failures --since 7d', 'failures --script hello --since 2026-01-31'],
    isQuery: true,
  })
    .option('--script <script>', 'Only failures of this script, by name or ID')
    .option(
      '--since <time>',
      'Only failures that were first seen since this time, such as 7d or 2026-01-31',
      (text) => parseTime(text),
    )
    .option('--limit <number>', 'Maximum number of failures', parseCount, 20)
    .action(async ({ json = false, limit, script, since }: FailuresOptions) => {
      const drover = createClient();
      const scriptId = await findScriptId(drover, script);
      const failures = drover.failures.iterate({ scriptId, since, limit: Math.min(limit, 1000) });
      const page = await takeItems(failures, limit);
      if (json) printJson(page);
      else printTable(page.items, columns, scriptId || since ? 'No failures match.' : 'No failures.');
    });
}

/** Registers `drover jobs failures`, which lists the failures of a job. */
export function registerJobFailures(jobs: Command): void {
  addCommand(jobs, 'failures <job>', {
    summary: 'Group the failed runs of a job, the largest group first',
    examples: ['jobs failures 65f1c0ffee65f1c0ffee65f1'],
    isQuery: true,
  })
    .option('--limit <number>', 'Maximum number of failures', parseCount, 20)
    .action(async (jobId: string, { json = false, limit }: ListOptions) => {
      const failures = await createClient().jobs.listFailures(jobId, { limit });
      if (json) printJson(failures);
      else printTable(failures.items, columns, 'No failed runs.');
    });
}
