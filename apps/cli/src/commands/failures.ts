import type { Failure } from '@drover/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseCount } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson } from '../output/json';
import { stateLabel, stateStyle } from '../output/run-states';
import { type Column, printTable } from '../output/table';

const columns: Column<Failure>[] = [
  { title: 'RUNS', text: ({ runs }) => runs.toLocaleString('en') },
  { title: 'STATE', text: ({ state }) => stateLabel(state), style: ({ state }) => stateStyle(state) },
  { title: 'MESSAGE', text: ({ message }) => message ?? '–', canShrink: true },
  { title: 'LINE', text: ({ file, line }) => (line === null ? '–' : `${file}:${line}`), canShrink: true },
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

/** Registers `drover failures`, which lists groups of failed runs across jobs. */
export function registerFailures(program: Command): void {
  addCommand(program, 'failures', {
    summary: 'List groups of runs that failed in the same way, the last seen first',
    examples: [
      'failures',
      'failures --since 2026-01-31T00:00:00Z',
      'failures --script 65f1c0ffee65f1c0ffee65f1',
    ],
    isQuery: true,
  })
    .addOption(new Option('--script <id>', 'Only failures of this script'))
    .addOption(new Option('--since <time>', 'Only failures first seen at this time (ISO 8601) or later'))
    .option('--limit <number>', 'Maximum number of failures', parseCount, 20)
    .action(
      async ({ json = false, limit, script, since }: ListOptions & { script?: string; since?: string }) => {
        const page = await createClient().failures.list({ limit, scriptId: script, since });
        if (json) printJson(page);
        else printTable(page.items, columns, 'No failures.');
      },
    );
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
