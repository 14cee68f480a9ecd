import type { Drover, Run } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_CODES } from '../errors/cli-error';
import { Interrupt } from '../input/interrupt';
import { confirm } from '../input/prompts';
import { formatDuration } from '../output/duration';
import { printJson, printJsonLine, toList } from '../output/json';
import { LogPrinter } from '../output/log-printer';
import { ProgressLine } from '../output/progress-line';
import {
  countAll,
  countByState,
  countOpen,
  type Counts,
  formatCounts,
  summarizeProgress,
} from '../output/run-states';
import { printRuns } from '../output/run-table';
import { isInteractive, printLine, printNote } from '../output/terminal';
import { listRuns } from '../selection/select-record';
import { JobFollower } from './job-follower';

const pollIntervalMs = 250;

/** Every so many polls, the progress of so many runs is read. */
const pollsPerProgress = 4;
const progressRuns = 100;

export interface WatchOptions {
  drover: Drover;
  jobId: string;
  /** Whether log lines are printed as they arrive. */
  isFollowing: boolean;
  deviceNames: string[];
  isJson: boolean;
  /** Transforms the text of log lines and reasons before it is printed. */
  mapText?: (text: string) => string;
  /** Whether Ctrl-C asks whether to stop the runs. Default: true. */
  canStop?: boolean;
}

/** Watches a job until its last run has ended, and prints the results. On Ctrl-C, asks whether to stop the runs. */
export async function watchJob(options: WatchOptions): Promise<void> {
  const interrupt = new Interrupt();
  try {
    await (options.isFollowing ? followLogs : waitForEnd)(options, interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
    if (!(await offerToStop(options))) return;
    await waitForEnd(options);
  } finally {
    interrupt.dispose();
  }
  await printResult(options);
}

/** Polls the counts of the job and some running runs, so that the cost does not depend on the number of devices. */
async function waitForEnd({ drover, jobId }: WatchOptions, signal?: AbortSignal): Promise<void> {
  let { counts } = await drover.jobs.get(jobId, { signal });
  let running: Run[] = [];
  const progress = startProgress(
    () => counts,
    () => running,
  );
  try {
    for (let polls = 0; countOpen(counts) > 0; polls += 1) {
      await delay(pollIntervalMs, undefined, { signal });
      ({ counts } = await drover.jobs.get(jobId, { signal }));
      if (!process.stderr.isTTY || polls % pollsPerProgress > 0) continue;
      const state = 'running' as const;
      ({ items: running } = await drover.runs.list({ jobId, state, limit: progressRuns }, { signal }));
    }
  } finally {
    progress.stop();
  }
}

async function followLogs(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const { drover, jobId, deviceNames, isJson, mapText } = options;
  const follower = new JobFollower(drover, { jobId });
  const printer = new LogPrinter({ deviceNames, mapText });
  const runs = () => follower.runs.values();
  const progress = startProgress(() => countByState(runs()), runs);
  try {
    for await (const update of follower.follow(signal)) {
      if (isJson) printJsonLine(update);
      else if (update.type === 'log')
        progress.printAbove(() => printer.print(follower.describeRun(update.runId), update.lines));
    }
  } finally {
    progress.stop();
  }
}

function startProgress(getCounts: () => Counts, getRuns: () => Iterable<Run>): ProgressLine {
  const startedAt = Date.now();
  const progress = new ProgressLine(() => {
    const counts = getCounts();
    const runs = countAll(counts);
    const states = formatCounts(counts, { isComplete: true });
    const time = formatDuration(Date.now() - startedAt);
    const count = `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'}`;
    return [`${count}: ${states}`, time, summarizeProgress(getRuns())].filter(Boolean).join('  ');
  });
  progress.start();
  return progress;
}

/** Asks whether to stop the open runs, and stops them. Without a terminal they continue. */
async function offerToStop({ drover, jobId, canStop = true }: WatchOptions): Promise<boolean> {
  const open = countOpen((await drover.jobs.get(jobId)).counts);
  const runs = open === 1 ? 'the open run' : `the ${open.toLocaleString('en')} open runs`;
  if (open > 0 && canStop && isInteractive() && (await confirm(`Stop ${runs}?`))) {
    await drover.jobs.remove(jobId);
    return true;
  }
  if (open > 0)
    printNote(`The runs continue. Show them: drover jobs ${jobId}   Stop them: drover stop ${jobId}`);
  return false;
}

async function printResult({ drover, jobId, isFollowing, isJson, mapText }: WatchOptions): Promise<void> {
  const runs = (await listRuns(drover, jobId)).filter(({ isRetried }) => !isRetried);
  if (runs.some(({ state }) => state !== 'succeeded')) process.exitCode ??= EXIT_CODES.failed;
  if (!isJson) {
    if (isFollowing) printLine();
    printRuns(runs, mapText);
  } else if (!isFollowing) {
    printJson(toList(runs));
  }
}
