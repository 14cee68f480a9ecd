import type { Job } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { listOf, printJson } from '../json';
import { parseCount } from '../option-values';
import { readRuns } from '../record-selection';
import { printRollout } from '../rollout-table';
import { countOpen, describeCounts } from '../run-states';
import { printRuns } from '../run-table';
import { showAgo } from '../seconds';
import { printTable, type Column } from '../table';
import { paint, say } from '../terminal';
import { addRolloutCommands } from './rollouts';

const columns: Column<Job>[] = [
  { title: 'SCRIPT', text: ({ name }) => name, isElastic: true },
  { title: 'VERSION', text: ({ version }) => version ?? '–' },
  { title: 'ASKED', text: ({ createdAt }) => showAgo(createdAt) },
  {
    title: 'RUNS',
    text: ({ counts }) => describeCounts(counts),
    style: ({ counts }) => (countOpen(counts) > 0 ? 'cyan' : undefined),
    isElastic: true,
  },
  { title: 'JOB', text: ({ _id }) => _id, style: () => 'dim' },
];

/** `drover jobs`: what was asked for, and what became of it. */
export function addJobs(program: Command): void {
  const jobs = addCommand(program, 'jobs [job]', {
    summary:
      'list the latest jobs, or the runs of one job device by device; see to a roll-out; run a job again',
    examples: [
      'jobs pause 65f1c0ffee65f1c0ffee65f1',
      'jobs resume 65f1c0ffee65f1c0ffee65f1 --code current',
      'jobs rerun 65f1c0ffee65f1c0ffee65f1 --which failed',
      'jobs',
      'jobs 65f1c0ffee65f1c0ffee65f1',
      `jobs --limit 1 --json | jq -r '.items[0]._id'`,
    ],
  })
    .option('--limit <number>', 'how many jobs', parseCount, 20)
    .action(async (jobId: string | undefined, { json = false, limit }: CommonOptions & { limit: number }) => {
      if (jobId !== undefined) return showJob(jobId, json);
      const page = await connect().jobs.list({ limit });
      if (json) return printJson(page);
      printTable(page.items, columns, 'No jobs yet. Run something: drover exec --help');
      const hidden = page.count - page.items.length;
      if (hidden > 0) say(paint('dim', `\n… and ${hidden.toLocaleString('en')} older ones`));
    });
  addRolloutCommands(jobs);
}

async function showJob(jobId: string, isJson: boolean): Promise<void> {
  const drover = connect();
  const job = await drover.jobs.get(jobId);
  const runs = await readRuns(drover, jobId);
  if (isJson) return printJson({ ...job, runs: listOf(runs) });
  say(
    `${paint('bold', job.name)}${job.version ? ` ${job.version}` : ''}, asked for ${showAgo(job.createdAt)}\n`,
  );
  if (job.rollout) printRollout(job.rollout);
  printRuns(runs);
}
