import type { Device, Devscript, Drover } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { printError } from '../errors/print-error';
import { readLocalFile } from '../input/local-files';
import { JobFollower } from '../jobs/job-follower';
import { readVariables } from '../options/variables';
import { formatDuration } from '../output/duration';
import { printJsonLine } from '../output/json';
import { LogPrinter } from '../output/log-printer';
import { countByState, formatCounts } from '../output/run-states';
import { createLocationMapper } from '../output/source-locations';
import { printLine, printNote, styleError, styleOutput } from '../output/terminal';
import { formatDeviceCount, selectDevices } from '../selection/select-devices';
import { getDeviceFileName } from './devscript-files';

/** How long to wait for stopped runs to end. */
const stopTimeoutMs = 10_000;

export interface DevOptions {
  drover: Drover;
  devscript: Devscript;
  file: string;
  configFile?: string;
  variables: { vars?: string[]; varsFile?: string };
  /** References to devices. They are resolved at each save, because devices come and go. */
  devices: string[];
  timeout?: number;
  isJson: boolean;
}

/** A job that is being followed. */
interface FollowedJob {
  jobId: string;
  abort: AbortController;
  ended: Promise<void>;
  hasEnded: boolean;
}

/** Uploads and runs a local file each time it is saved, and prints its log. */
export class DevSession {
  private readonly mapText: (text: string) => string;
  private current?: FollowedJob;
  private isStarting = false;
  private hasNewSave = false;
  private uploaded: { code?: string; config?: string } = {};

  constructor(private readonly options: DevOptions) {
    this.mapText = createLocationMapper(getDeviceFileName(options.devscript), options.file);
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
    const { drover, devscript, variables, timeout } = this.options;
    const startedAt = Date.now();
    const vars = readVariables(variables);
    const [devices] = await Promise.all([this.listOnlineDevices(), this.upload()]);
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

  /** Uploads the files that have changed. */
  private async upload(): Promise<void> {
    const { drover, devscript, file, configFile } = this.options;
    const code = readLocalFile(file);
    const config = configFile === undefined ? undefined : readLocalFile(configFile);
    const files = {
      code: code === this.uploaded.code ? undefined : code,
      config: config === this.uploaded.config ? undefined : config,
    };
    if (files.code === undefined && files.config === undefined) return;
    await drover.devscripts.uploadFiles(devscript._id, files);
    this.uploaded = { code, config };
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
