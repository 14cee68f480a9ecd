import type { JobSummary, TriggerKind } from '@drover/sdk';
import { Option, type Command } from 'commander';
import { createClient } from '../config/account';
import { watchJob } from '../jobs/watch-job';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseCount } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { printRollout } from '../output/rollout-table';
import { countOpen, formatCounts } from '../output/run-states';
import { printRuns } from '../output/run-table';
import { type Column, printTable } from '../output/table';
import { printLine, styleOutput } from '../output/terminal';
import { watchTable } from '../watch/watch-table';
import { listRuns } from '../selection/select-record';
import { registerJobFailures } from './failures';
import { registerRollouts } from './rollouts';

interface JobsOptions extends CommonOptions {
  limit: number;
  watch?: boolean;
  trigger?: TriggerKind;
  after?: string;
  before?: string;
}

const emptyText = 'No jobs yet. Start one: drover exec --help';

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

const triggers: TriggerKind[] = ['person', 'token', 'schedule', 'preset', 'rerun'];

/** Registers `drover jobs`, which lists jobs and shows their runs. */
export function registerJobs(program: Command): void {
  const jobs = addCommand(program, 'jobs [job]', {
    summary:
      'List recent jobs, or show the runs of a job; subcommands group its failures, control its rollout or rerun it',
    examples: [
      'jobs pause 65f1c0ffee65f1c0ffee65f1',
      'jobs resume 65f1c0ffee65f1c0ffee65f1 --code current',
      'jobs failures 65f1c0ffee65f1c0ffee65f1',
      'jobs rerun 65f1c0ffee65f1c0ffee65f1 --which failed',
      'jobs',
      'jobs 65f1c0ffee65f1c0ffee65f1',
      'jobs --watch',
      `jobs --limit 1 --jq '.items[0]._id'`,
    ],
    notes: 'With --watch, the exit code for a job is 1 unless every run succeeded.',
    isQuery: true,
  })
    .option('--limit <number>', 'Maximum number of jobs', parseCount, 20)
    .addOption(new Option('--trigger <kind>', 'Only jobs that this started').choices(triggers))
    .option('--after <time>', 'Only jobs created at this time or later, such as 2026-01-31T08:30:00Z')
    .option('--before <time>', 'Only jobs created before this time')
    .option('-w, --watch', 'Show changes until Ctrl-C; of a job, until its last run has ended')
    .action(async (jobId: string | undefined, options: JobsOptions) => {
      const { json = false, limit, trigger, after, before, watch = false } = options;
      if (jobId !== undefined) return watch ? watchOne(jobId, json) : showJob(jobId, json);
      if (watch) return watchJobs(limit, json);
      const filter = { trigger, createdAfter: after, createdBefore: before };
      const page = await createClient().jobs.list({ ...filter, limit, total: true });
      if (json) return printJson(page);
      printTable(page.items, columns, emptyText);
      const hidden = (page.total ?? page.count) - page.count;
      const others = `${page.totalIsCapped ? 'more than ' : ''}${hidden.toLocaleString('en')}`;
      if (hidden > 0) printLine(styleOutput('dim', `\n… and ${others} older jobs`));
    });
  registerRollouts(jobs);
  registerJobFailures(jobs);
}

async function watchJobs(limit: number, isJson: boolean): Promise<void> {
  const drover = createClient();
  const load = async () => (await drover.jobs.list({ limit })).items;
  await watchTable({ drover, filter: { types: ['run'] }, load, columns, emptyText, isJson });
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
