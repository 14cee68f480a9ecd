import type { Drover, Run } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { EXIT_CODES } from '../failures';
import { Interrupt } from '../interrupt';
import { JobFollower, type Followed } from '../job-follower';
import { printJsonLine } from '../json';
import { LogPrinter } from '../log-printer';
import { orNone, readRuns } from '../record-selection';

interface LogsOptions extends CommonOptions {
  follow?: boolean;
  time?: boolean;
}

/** `drover logs`: what scripts have written. */
export function addLogs(program: Command): void {
  addCommand(program, 'logs <run-or-job>', {
    summary: 'show the log of a run, or of all runs of a job; with -f, until they end',
    notes: 'With -f the exit code is 1 unless every run succeeded.',
    examples: ['logs 65f1c0ffee65f1c0ffee65f1', 'logs -f 65f1c0ffee65f1c0ffee65f1 --time'],
  })
    .option('-f, --follow', 'show lines as they come, until the runs end')
    .option('-t, --time', 'show the time of each line')
    .action(async (id: string, { follow, time, json = false }: LogsOptions) => {
      const drover = connect();
      const { followed, runs } = await find(drover, id);
      const deviceNames = runs.map(({ deviceName }) => deviceName);
      const printer = new LogPrinter({ deviceNames, isTimed: time });
      if (follow) return followLogs(new JobFollower(drover, followed), printer, json);
      for (const run of runs) await showLog(drover, run, json ? undefined : printer);
    });
}

/** An id of a run or of a job: callers need not say which. */
async function find(drover: Drover, id: string): Promise<{ followed: Followed; runs: Run[] }> {
  const run = await orNone(drover.runs.get(id));
  if (run) return { followed: { runId: id }, runs: [run] };
  await drover.jobs.get(id);
  return { followed: { jobId: id }, runs: await readRuns(drover, id) };
}

async function showLog(drover: Drover, run: Run, printer?: LogPrinter): Promise<void> {
  for (let after = 0; ;) {
    const { items } = await drover.runs.listLogs(run._id, { after });
    if (items.length === 0) return;
    after = items[items.length - 1].seq;
    if (printer) printer.print(run.deviceName, items);
    else for (const line of items) printJsonLine(line);
  }
}

async function followLogs(follower: JobFollower, printer: LogPrinter, isJson: boolean): Promise<void> {
  const interrupt = new Interrupt();
  try {
    for await (const update of follower.follow(interrupt.signal)) {
      if (isJson) printJsonLine(update);
      else if (update.type === 'log') printer.print(follower.deviceNameOf(update.runId), update.lines);
    }
    const runs = [...follower.runs.values()];
    if (runs.some(({ state }) => state !== 'succeeded')) process.exitCode = EXIT_CODES.failed;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.exitCode = EXIT_CODES.interrupted;
  } finally {
    interrupt.ignore();
  }
}
