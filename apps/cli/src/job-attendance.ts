import type { Drover } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_CODES } from './failures';
import { Interrupt } from './interrupt';
import { JobFollower } from './job-follower';
import { listOf, printJson, printJsonLine } from './json';
import { LogPrinter } from './log-printer';
import { ProgressLine } from './progress-line';
import { confirm } from './questions';
import { readRuns } from './record-selection';
import { countAll, countOpen, countStates, describeCounts, type Counts } from './run-states';
import { printRuns } from './run-table';
import { showSpan } from './seconds';
import { isInteractive, note, say } from './terminal';

const pollIntervalMs = 250;

/** How to stay with a job. */
export interface Attendance {
  drover: Drover;
  jobId: string;
  /** Whether log lines are shown as they come. */
  isFollowing: boolean;
  deviceNames: string[];
  isJson: boolean;
  /** Changes what is shown of a text. */
  place?: (text: string) => string;
}

/** Stays with a job until its last run has ended, and tells what became of it. Ctrl-C asks whether to stop it. */
export async function attendJob(attendance: Attendance): Promise<void> {
  const interrupt = new Interrupt();
  try {
    await (attendance.isFollowing ? follow : wait)(attendance, interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
    if (!(await isStopped(attendance))) return;
    await wait(attendance);
  } finally {
    interrupt.ignore();
  }
  await conclude(attendance);
}

/** By the job's counts alone: a request now and then, however many devices there are. */
async function wait({ drover, jobId }: Attendance, signal?: AbortSignal): Promise<void> {
  let { counts } = await drover.jobs.get(jobId, { signal });
  const progress = showProgress(() => counts);
  try {
    while (countOpen(counts) > 0) {
      await delay(pollIntervalMs, undefined, { signal });
      ({ counts } = await drover.jobs.get(jobId, { signal }));
    }
  } finally {
    progress.stop();
  }
}

async function follow(attendance: Attendance, signal: AbortSignal): Promise<void> {
  const { drover, jobId, deviceNames, isJson, place } = attendance;
  const follower = new JobFollower(drover, { jobId });
  const printer = new LogPrinter({ deviceNames, place });
  const progress = showProgress(() => countStates(follower.runs.values()));
  try {
    for await (const update of follower.follow(signal)) {
      if (isJson) printJsonLine(update);
      else if (update.type === 'log')
        progress.around(() => printer.print(follower.deviceNameOf(update.runId), update.lines));
    }
  } finally {
    progress.stop();
  }
}

function showProgress(counts: () => Counts): ProgressLine {
  const startedAt = Date.now();
  const progress = new ProgressLine(() => {
    const now = counts();
    const runs = countAll(now);
    const states = describeCounts(now, { isComplete: true });
    return `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}: ${states}  ${showSpan(Date.now() - startedAt)}`;
  });
  progress.start();
  return progress;
}

/** Whoever leaves is asked what is to become of the runs; where nobody can be asked, they go on. */
async function isStopped({ drover, jobId }: Attendance): Promise<boolean> {
  const open = countOpen((await drover.jobs.get(jobId)).counts);
  const runs = open === 1 ? 'the run that is' : `the ${open.toLocaleString('en')} runs that are`;
  if (open > 0 && isInteractive() && (await confirm(`Stop ${runs} under way?`))) {
    await drover.jobs.remove(jobId);
    return true;
  }
  if (open > 0) note(`They go on. See them: drover jobs ${jobId}   Stop them: drover stop ${jobId}`);
  return false;
}

async function conclude({ drover, jobId, isFollowing, isJson, place }: Attendance): Promise<void> {
  const runs = (await readRuns(drover, jobId)).filter(({ isRetried }) => !isRetried);
  if (runs.some(({ state }) => state !== 'succeeded')) process.exitCode ??= EXIT_CODES.failed;
  if (!isJson) {
    if (isFollowing) say();
    printRuns(runs, place);
  } else if (!isFollowing) {
    printJson(listOf(runs));
  }
}
