import type { Device, Devscript, Drover } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { printError } from '../errors/print-error';
import { JobFollower } from '../jobs/job-follower';
import { readVariables } from '../options/variables';
import { formatDuration } from '../output/duration';
import { printJsonLine } from '../output/json';
import { LogPrinter } from '../output/log-printer';
import { countByState, formatCounts } from '../output/run-states';
import { printLine, printNote, styleError, styleOutput } from '../output/terminal';
import { formatDeviceCount, selectDevices } from '../selection/select-devices';
import type { DevSource } from './dev-source';

/** How long to wait for stopped runs to end. */
const stopTimeoutMs = 10_000;

export interface DevOptions {
  drover: Drover;
  devscript: Devscript;
  source: DevSource;
  variables: { vars?: string[]; varsFile?: string };
  /** References to devices. They are resolved at each save, because devices come and go. */
  devices: string[];
  timeout?: number;
  isJson: boolean;
  /** Called with the files that the next save may change. */
  onUpload: (files: string[]) => void;
}

/** A job that is being followed. */
interface FollowedJob {
  jobId: string;
  abort: AbortController;
  ended: Promise<void>;
  hasEnded: boolean;
}

/** Uploads and runs a local file or a project each time it is saved, and prints its log. */
export class DevSession {
  private readonly mapText: (text: string) => string;
  private current?: FollowedJob;
  private isStarting = false;
  private hasNewSave = false;

  constructor(private readonly options: DevOptions) {
    this.mapText = options.source.createMapper(options.devscript);
  }

  /** Uploads and runs the files. All saves in the meantime lead to one more run. */
  async run(): Promise<void> {
    this.hasNewSave = true;
    if (this.isStarting) return;
    this.isStarting = true;
    while (this.hasNewSave) {
      this.hasNewSave = false;
      // An error does not end the session, because the next save may fix it.
      await this.start().catch(printError);
    }
    this.isStarting = false;
  }

  /** Stops the current runs, and waits for their last log lines. */
  async stop(): Promise<void> {
    const { current } = this;
    if (!current || current.hasEnded) return;
    printNote(styleError('dim', 'Stopping runs …'));
    await this.options.drover.jobs.remove(current.jobId);
    await Promise.race([current.ended, delay(stopTimeoutMs, undefined, { ref: false })]);
    current.abort.abort();
  }

  private async start(): Promise<void> {
    const { drover, devscript, source, variables, timeout, onUpload } = this.options;
    const startedAt = Date.now();
    const vars = readVariables(variables);
    const [devices, files] = await Promise.all([this.listOnlineDevices(), source.upload(drover, devscript)]);
    onUpload(files);
    if (devices.length === 0)
      return printNote(
        styleError('yellow', 'None of these devices is online. Save the file again to retry.'),
      );
    const { jobId } = await drover.devscripts.run(devscript._id, { devices, vars, timeout });
    this.current?.abort.abort();
    const abort = new AbortController();
    const current: FollowedJob = { jobId, abort, hasEnded: false, ended: Promise.resolve() };
    this.current = current;
    current.ended = this.follow(current, { devices, startedAt })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) printError(error);
      })
      .finally(() => (current.hasEnded = true));
  }

  private async listOnlineDevices(): Promise<Device[]> {
    const devices = await selectDevices(this.options.drover, this.options.devices);
    return devices.filter(({ online }) => online);
  }

  private async follow(
    { jobId, abort }: FollowedJob,
    { devices, startedAt }: { devices: Device[]; startedAt: number },
  ): Promise<void> {
    const { drover, isJson } = this.options;
    const follower = new JobFollower(drover, { jobId });
    const printer = new LogPrinter({ deviceNames: devices.map(({ name }) => name), mapText: this.mapText });
    if (!isJson) printLine(styleOutput('dim', formatHeading(devices.length)));
    for await (const update of follower.follow(abort.signal)) {
      if (abort.signal.aborted) return;
      if (isJson) printJsonLine(update);
      else if (update.type === 'log') printer.print(follower.describeRun(update.runId), update.lines);
    }
    const counts = countByState(follower.runs.values());
    const hasSucceeded = counts.succeeded === devices.length;
    const mark = hasSucceeded ? styleOutput('green', '✓') : styleOutput('red', '✗');
    if (!isJson)
      printLine(
        `${mark} ${formatCounts(counts)} ${styleOutput('dim', formatDuration(Date.now() - startedAt))}`,
      );
  }
}

function formatHeading(devices: number): string {
  const time = new Date().toTimeString().slice(0, 8);
  return `── ${time}  ${formatDeviceCount(devices)} ──`;
}
