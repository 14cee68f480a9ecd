import type { JobSummary } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { addCommand, type CommonOptions } from '../options/add-command';
import { parseCount } from '../options/option-values';
import { formatAge } from '../output/duration';
import { printJson, toList } from '../output/json';
import { printRollout } from '../output/rollout-table';
import { countOpen, formatCounts } from '../output/run-states';
import { printRuns } from '../output/run-table';
import { type Column, printTable } from '../output/table';
import { printLine, styleOutput } from '../output/terminal';
import { listRuns } from '../selection/select-record';
import { registerRollouts } from './rollouts';

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

/** Registers `drover jobs`, which lists jobs and shows their runs. */
export function registerJobs(program: Command): void {
  const jobs = addCommand(program, 'jobs [job]', {
    summary: 'List recent jobs, or show the runs of a job; subcommands control its rollout or rerun it',
    examples: [
      'jobs pause 65f1c0ffee65f1c0ffee65f1',
      'jobs resume 65f1c0ffee65f1c0ffee65f1 --code current',
      'jobs rerun 65f1c0ffee65f1c0ffee65f1 --which failed',
      'jobs',
      'jobs 65f1c0ffee65f1c0ffee65f1',
      `jobs --limit 1 --json | jq -r '.items[0]._id'`,
    ],
  })
    .option('--limit <number>', 'Maximum number of jobs', parseCount, 20)
    .action(async (jobId: string | undefined, { json = false, limit }: CommonOptions & { limit: number }) => {
      if (jobId !== undefined) return showJob(jobId, json);
      const page = await createClient().jobs.list({ limit, total: true });
      if (json) return printJson(page);
      printTable(page.items, columns, 'No jobs yet. Start one: drover exec --help');
      const hidden = (page.total ?? page.count) - page.count;
      const others = `${page.totalIsCapped ? 'more than ' : ''}${hidden.toLocaleString('en')}`;
      if (hidden > 0) printLine(styleOutput('dim', `\n… and ${others} older jobs`));
    });
  registerRollouts(jobs);
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
