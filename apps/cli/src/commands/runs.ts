import type { Run, RunFilter, RunState } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import {
  addTimeRange,
  createStateOption,
  readTimeRange,
  type TimeRangeOptions,
} from '../options/filter-options';
import { parseCount, parseExitCode } from '../options/option-values';
import { printFields } from '../output/field-list';
import { printJson } from '../output/json';
import { formatRunState } from '../output/run-states';
import { formatRunDuration, runColumns } from '../output/run-table';
import { printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { watchTable } from '../watch/watch-table';
import { findDeviceId, findScriptId } from '../selection/filter-ids';
import { registerRunArtifacts } from './artifacts';

interface ListOptions extends CommonOptions, TimeRangeOptions {
  state?: RunState[];
  device?: string;
  script?: string;
  job?: string;
  failure?: string;
  exitCode?: number;
  reason?: string;
  limit: number;
  watch?: boolean;
}

/** Registers `drover runs`, which lists runs of all jobs. */
export function registerRuns(program: Command): void {
  const runs = addCommandGroup(program, 'runs', 'List runs of all jobs, show one, or download its artifacts');
  const list = addCommand(runs, 'ls', {
    summary: 'List runs, newest first',
    examples: [
      'runs',
      'runs --state failed,timed_out --device "Front desk"',
      'runs --script hello --reason timeout --since 7d',
      'runs ls --watch',
      'runs --json deviceName,state',
    ],
    isQuery: true,
  })
    .addOption(createStateOption('Only runs in one of these states'))
    .option('--device <device>', 'Only runs on this device')
    .option('--script <script>', 'Only runs of this script, by name or ID')
    .option('--job <job>', 'Only runs of this job')
    .option('--failure <id>', 'Only runs of this failure; list them: drover failures')
    .option('--exit-code <number>', 'Only runs with this exit code', parseExitCode)
    .option('--reason <text>', 'Only runs that did not succeed and whose reason contains this text')
    .option('--limit <number>', 'Maximum number of runs', parseCount, 30)
    .option('-w, --watch', 'Show changes until Ctrl-C')
    .action(listRuns);
  addTimeRange(list, 'runs created');
  addCommand(runs, 'show <run>', {
    summary: 'Show a run',
    examples: ['runs show 65f1c0ffee65f1c0ffee65f1', 'runs show 65f1c0ffee65f1c0ffee65f1 --jq .exitCode'],
    isQuery: true,
  }).action(async (runId: string, { json }: CommonOptions) => {
    const run = await createClient().runs.get(runId);
    if (json) printJson(run);
    else printFields(describeRun(run));
  });
  registerRunArtifacts(runs);
}

async function listRuns({ limit, watch, json = false, ...options }: ListOptions): Promise<void> {
  const drover = createClient();
  const { state, job: jobId, failure: failureId, exitCode, reason } = options;
  const [deviceId, scriptId] = await Promise.all([
    findDeviceId(drover, options.device),
    findScriptId(drover, options.script),
  ]);
  const ids = { jobId, deviceId, scriptId, failureId };
  const filter: RunFilter = { ...ids, state, exitCode, reason, ...readTimeRange(options) };
  const load = () => takeItems(drover.runs.iterate({ ...filter, limit: Math.min(limit, 1000) }), limit);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const emptyText = isFiltered ? 'No runs match.' : 'No runs yet. Start one: drover exec --help';
  if (watch) {
    const events = { types: ['run' as const], jobId, deviceId };
    const table = { drover, columns: runColumns, emptyText, isJson: json };
    return watchTable({ ...table, filter: events, load: async () => (await load()).items });
  }
  const page = await load();
  if (json) printJson(page);
  else printTable(page.items, runColumns, emptyText);
}

function describeRun(run: Run): Record<string, string | null> {
  const { startedAt, finishedAt } = run;
  return {
    Run: run._id,
    Job: run.jobId,
    Device: `${run.deviceName} (${run.deviceId})`,
    State: formatRunState(run),
    Reason: run.reason,
    'Exit code': run.exitCode === null ? null : String(run.exitCode),
    Signal: run.signal,
    'Failed in step': run.failedStep,
    Attempt: run.attempt > 1 ? String(run.attempt) : null,
    Created: run.createdAt,
    Started: startedAt,
    Finished: finishedAt,
    Duration: startedAt && finishedAt ? formatRunDuration(run) : null,
  };
}
