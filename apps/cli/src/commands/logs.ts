import type { Drover, Run } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { EXIT_CODES } from '../errors/cli-error';
import { Interrupt } from '../input/interrupt';
import { type FollowTarget, JobFollower } from '../jobs/job-follower';
import { addCommand, type CommonOptions } from '../options/add-command';
import { printJsonLine } from '../output/json';
import { LogPrinter } from '../output/log-printer';
import { listRuns, orUndefined } from '../selection/select-record';

interface LogsOptions extends CommonOptions {
  follow?: boolean;
  timestamps?: boolean;
}

/** Registers `drover logs`, which prints the logs of runs. */
export function registerLogs(program: Command): void {
  addCommand(program, 'logs <run-or-job>', {
    summary: 'Show the log of a run, or of all runs of a job',
    notes: 'With -f the exit code is 1 unless every run succeeded.',
    examples: ['logs 65f1c0ffee65f1c0ffee65f1', 'logs -f 65f1c0ffee65f1c0ffee65f1 --timestamps'],
    isQuery: true,
  })
    .option('-f, --follow', 'Follow the logs until the runs end')
    .option('-t, --timestamps', 'Show the timestamp of each line')
    .action(async (id: string, { follow, timestamps, json = false }: LogsOptions) => {
      const drover = createClient();
      const { target, runs } = await findRunOrJob(drover, id);
      const deviceNames = runs.map(({ deviceName }) => deviceName);
      const printer = new LogPrinter({ deviceNames, showTimestamps: timestamps });
      if (follow) return followLogs(new JobFollower(drover, target), printer, json);
      for (const run of runs) await printLog(drover, run, json ? undefined : printer);
    });
}

/** Finds a run or a job by ID. */
async function findRunOrJob(drover: Drover, id: string): Promise<{ target: FollowTarget; runs: Run[] }> {
  const run = await orUndefined(drover.runs.get(id));
  if (run) return { target: { runId: id }, runs: [run] };
  await drover.jobs.get(id);
  return { target: { jobId: id }, runs: await listRuns(drover, id) };
}

async function printLog(drover: Drover, run: Run, printer?: LogPrinter): Promise<void> {
  for (let after = 0; ;) {
    const { items } = await drover.runs.listLogs(run._id, { after });
    if (items.length === 0) return;
    after = items[items.length - 1].seq;
    if (printer) printer.print({ runId: run._id, deviceName: run.deviceName }, items);
    else for (const line of items) printJsonLine(line);
  }
}

async function followLogs(follower: JobFollower, printer: LogPrinter, isJson: boolean): Promise<void> {
  const interrupt = new Interrupt();
  try {
    for await (const update of follower.follow(interrupt.signal)) {
      if (isJson) printJsonLine(update);
      else if (update.type === 'log') printer.print(follower.describeRun(update.runId), update.lines);
    }
    const runs = [...follower.runs.values()];
    if (runs.some(({ state }) => state !== 'succeeded')) process.exitCode = EXIT_CODES.failed;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
  } finally {
    interrupt.dispose();
  }
}
