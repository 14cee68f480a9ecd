import type { Drover, JobFilter, JobKind, JobSummary, Page, RunState, TriggerKind } from '@drover/sdk';
import { Option, type Command } from 'commander';
import { createClient } from '../config/account';
import { watchJob } from '../jobs/watch-job';
import { addCommand, type CommonOptions } from '../options/add-command';
import {
  addTimeRange,
  createStateOption,
  readTimeRange,
  type TimeRangeOptions,
} from '../options/filter-options';
import { parseCount } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { printRollout } from '../output/rollout-table';
import { countOpen, formatCounts } from '../output/run-states';
import { printRuns } from '../output/run-table';
import { type Column, printTable } from '../output/table';
import { takeItems } from '../output/take-items';
import { printLine, styleOutput } from '../output/terminal';
import { watchTable } from '../watch/watch-table';
import { findDeviceId, findScriptId } from '../selection/filter-ids';
import { listRuns } from '../selection/select-record';
import { registerJobArtifacts } from './artifacts';
import { registerJobFailures } from './failures';
import { registerJobResults } from './results';
import { registerRollouts } from './rollouts';

interface JobsOptions extends CommonOptions, TimeRangeOptions {
  limit: number;
  watch?: boolean;
  state?: RunState[];
  name?: string;
  script?: string;
  device?: string;
  kind?: JobKind;
  trigger?: TriggerKind;
  triggerId?: string;
}

/** Maximum number of jobs of one page. */
const maxPageJobs = 1000;

const columns: Column<JobSummary>[] = [
  { title: 'SCRIPT', text: ({ name }) => name, canShrink: true },
  { title: 'VERSION', text: ({ version }) => version ?? '–' },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
  {
    title: 'RUNS',
    text: ({ counts }) => formatCounts(counts),
    style: ({ counts }) => (countOpen(counts) > 0 ? 'cyan' : undefined),
    canShrink: true,
  },
  { title: 'JOB', text: ({ _id }) => _id, style: () => 'dim' },
];

const kinds: JobKind[] = ['script', 'devscript', 'execute', 'update'];
const triggers: TriggerKind[] = ['person', 'token', 'schedule', 'preset', 'rerun', 'automatic'];

/** Registers `drover jobs`, which lists jobs and shows their runs. */
export function registerJobs(program: Command): void {
  const jobs = addCommand(program, 'jobs [job]', {
    summary:
      'List recent jobs, or show the runs of a job; subcommands group its failures, print its results, control its rollout or rerun it',
    examples: [
      'jobs pause 65f1c0ffee65f1c0ffee65f1',
      'jobs resume 65f1c0ffee65f1c0ffee65f1 --code current',
      'jobs failures 65f1c0ffee65f1c0ffee65f1',
      'jobs results 65f1c0ffee65f1c0ffee65f1 --csv',
      'jobs rerun 65f1c0ffee65f1c0ffee65f1 --which failed',
      'jobs',
      'jobs 65f1c0ffee65f1c0ffee65f1',
      'jobs --state failed,lost --since 7d',
      'jobs --script hello --trigger schedule',
      'jobs --name nightly',
      'jobs --device shelf-1',
      'jobs --watch',
      `jobs --limit 1 --jq '.items[0]._id'`,
    ],
    notes: 'With --watch, the exit code for a job is 1 unless every run succeeded.',
    isQuery: true,
  })
    .addOption(createStateOption('Only jobs that have runs in one of these states'))
    .option('--name <text>', 'Only jobs whose name contains this text')
    .option('--script <script>', 'Only jobs of this script, by name or ID')
    .option('--device <device>', 'Only jobs with a run on this device, by name or ID')
    .addOption(new Option('--kind <kind>', 'Only jobs of this kind').choices(kinds))
    .addOption(new Option('--trigger <kind>', 'Only jobs that this started').choices(triggers))
    .option('--trigger-id <id>', 'Only jobs that this account, token, schedule, preset or job started')
    .option('--limit <number>', 'Maximum number of jobs', parseCount, 20)
    .option('-w, --watch', 'Show changes until Ctrl-C; of a job, until its last run has ended')
    .action((jobId: string | undefined, options: JobsOptions) => {
      const { json = false, watch = false } = options;
      if (jobId === undefined) return listJobs(options);
      return watch ? watchOne(jobId, json) : showJob(jobId, json);
    });
  addTimeRange(jobs, 'jobs created');
  registerRollouts(jobs);
  registerJobFailures(jobs);
  registerJobResults(jobs);
  registerJobArtifacts(jobs);
}

async function listJobs({
  json = false,
  watch,
  limit,
  script,
  device,
  ...options
}: JobsOptions): Promise<void> {
  const drover = createClient();
  const [scriptId, deviceId] = await Promise.all([
    findScriptId(drover, script),
    findDeviceId(drover, device),
  ]);
  const { state, name, kind, trigger, triggerId } = options;
  const filter: JobFilter = {
    state,
    name,
    kind,
    trigger,
    triggerId,
    scriptId,
    deviceId,
    ...readTimeRange(options),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const emptyText = isFiltered ? 'No jobs match.' : 'No jobs yet. Start one: drover exec --help';
  if (watch) {
    const load = async () => (await loadJobs(drover, filter, limit)).items;
    return watchTable({ drover, filter: { types: ['run'] }, load, columns, emptyText, isJson: json });
  }
  const page = await loadJobs(drover, { ...filter, total: true }, limit);
  if (json) return printJson(page);
  printTable(page.items, columns, emptyText);
  const hidden = (page.total ?? page.count) - page.count;
  const others = `${page.totalIsCapped ? 'more than ' : ''}${hidden.toLocaleString('en')}`;
  if (hidden > 0) printLine(styleOutput('dim', `\n… and ${others} older jobs`));
}

/** Reads the newest jobs. A page may have fewer than requested although more follow. */
async function loadJobs(drover: Drover, filter: JobFilter, limit: number): Promise<Page<JobSummary>> {
  const page = await drover.jobs.list({ ...filter, limit: Math.min(limit, maxPageJobs) });
  const { items, nextCursor: cursor } = page;
  if (cursor === undefined || items.length >= limit) return page;
  const older = drover.jobs.iterate({ ...filter, total: undefined, limit: maxPageJobs, cursor });
  const rest = await takeItems(older, limit - items.length);
  return { ...page, ...toList([...items, ...rest.items]), nextCursor: undefined };
}

async function watchOne(jobId: string, isJson: boolean): Promise<void> {
  const options = { isFollowing: false, deviceNames: [], isJson, canStop: false };
  await watchJob({ drover: createClient(), jobId, ...options });
}

async function showJob(jobId: string, isJson: boolean): Promise<void> {
  const drover = createClient();
  const job = await drover.jobs.get(jobId);
  const runs = await listRuns(drover, jobId);
  if (isJson) return printJson({ ...job, runs: toList(runs) });
  printLine(
    `${styleOutput('bold', job.name)}${job.version ? ` ${job.version}` : ''}, created ${formatAge(job.createdAt)}\n`,
  );
  if (job.rollout) printRollout(job.rollout);
  printRuns(runs);
}
