import type { Run, RunFilter, RunState } from '@drover/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../config/account';
import { addCommand, addCommandGroup, type CommonOptions } from '../options/add-command';
import { parseCount } from '../options/option-values';
import { printFields } from '../output/field-list';
import { printJson } from '../output/json';
import { allRunStates, stateLabel } from '../output/run-states';
import { formatRunDuration, runColumns } from '../output/run-table';
import { printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { watchTable } from '../watch/watch-table';
import { selectDevice } from '../selection/select-devices';

interface ListOptions extends CommonOptions {
  job?: string;
  device?: string;
  state?: RunState;
  limit: number;
  watch?: boolean;
}

/** Registers `drover runs`, which lists runs of all jobs. */
export function registerRuns(program: Command): void {
  const runs = addCommandGroup(program, 'runs', 'List runs of all jobs, or show one');
  addCommand(runs, 'ls', {
    summary: 'List runs, newest first',
    examples: [
      'runs',
      'runs --state failed --device "Front desk"',
      'runs ls --watch',
      'runs --json deviceName,state',
    ],
    isQuery: true,
  })
    .option('--job <job>', 'Only runs of this job')
    .option('--device <device>', 'Only runs on this device')
    .addOption(new Option('--state <state>', 'Only runs in this state').choices(allRunStates))
    .option('--limit <number>', 'Maximum number of runs', parseCount, 30)
    .option('-w, --watch', 'Show changes until Ctrl-C')
    .action(listRuns);
  addCommand(runs, 'show <run>', {
    summary: 'Show a run',
    examples: ['runs show 65f1c0ffee65f1c0ffee65f1', 'runs show 65f1c0ffee65f1c0ffee65f1 --jq .exitCode'],
    isQuery: true,
  }).action(async (runId: string, { json }: CommonOptions) => {
    const run = await createClient().runs.get(runId);
    if (json) printJson(run);
    else printFields(describeRun(run));
  });
}

async function listRuns({ job, device, state, limit, watch, json = false }: ListOptions): Promise<void> {
  const drover = createClient();
  const deviceId = device === undefined ? undefined : (await selectDevice(drover, device))._id;
  const filter: RunFilter = { jobId: job, deviceId, state, limit: Math.min(limit, 1000) };
  const load = () => takeItems(drover.runs.iterate(filter), limit);
  const emptyText =
    (job ?? device ?? state) ? 'No runs match.' : 'No runs yet. Start one: drover exec --help';
  if (watch) {
    const events = { types: ['run' as const], jobId: job, deviceId };
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
    State: stateLabel(run.state),
    Reason: run.reason,
    'Exit code': run.exitCode === null ? null : String(run.exitCode),
    Signal: run.signal,
    Attempt: run.attempt > 1 ? String(run.attempt) : null,
    Created: run.createdAt,
    Started: startedAt,
    Finished: finishedAt,
    Duration: startedAt && finishedAt ? formatRunDuration(run) : null,
  };
}
