import type { Device, Devscript, Drover } from '@drover/sdk';
import { setTimeout as delay } from 'node:timers/promises';
import { countDevices, selectDevices } from './device-selection';
import { deviceFileOf } from './devscript-files';
import { explain } from './failures';
import { JobFollower } from './job-follower';
import { printJsonLine } from './json';
import { readLocalFile } from './local-files';
import { LogPrinter } from './log-printer';
import { localPlaces } from './places';
import { countStates, describeCounts } from './run-states';
import { showSpan } from './seconds';
import { note, paint, paintError, say } from './terminal';
import { readVariables } from './variables';

/** How long runs are waited for that were told to stop. */
const farewellMs = 10_000;

export interface DevOptions {
  drover: Drover;
  devscript: Devscript;
  file: string;
  configFile?: string;
  variables: { vars?: string[]; varsFile?: string };
  /** What the caller named: looked up at each save, as devices come and go. */
  devices: string[];
  timeout?: number;
  isJson: boolean;
}

/** A job that is being followed. */
interface Current {
  jobId: string;
  leaving: AbortController;
  ended: Promise<void>;
  isOver: boolean;
}

/** Uploads and runs a local file each time it is saved, and shows what it writes. */
export class DevSession {
  private readonly place: (text: string) => string;
  private current?: Current;
  private isStarting = false;
  private isStale = false;
  private uploaded: { code?: string; config?: string } = {};

  constructor(private readonly options: DevOptions) {
    this.place = localPlaces(deviceFileOf(options.devscript), options.file);
  }

  /** Runs what is on the disk now. Saves that come meanwhile are one more run. */
  async run(): Promise<void> {
    this.isStale = true;
    if (this.isStarting) return;
    this.isStarting = true;
    while (this.isStale) {
      this.isStale = false;
      await this.start().catch(complain);
    }
    this.isStarting = false;
  }

  /** Stops what runs, and waits for its last lines. */
  async stop(): Promise<void> {
    const { current } = this;
    if (!current || current.isOver) return;
    note(paintError('dim', 'Stopping the runs …'));
    await this.options.drover.jobs.remove(current.jobId);
    await Promise.race([current.ended, delay(farewellMs, undefined, { ref: false })]);
    current.leaving.abort();
  }

  private async start(): Promise<void> {
    const { drover, devscript, variables, timeout } = this.options;
    const startedAt = Date.now();
    const vars = readVariables(variables);
    const [devices] = await Promise.all([this.onlineDevices(), this.upload()]);
    if (devices.length === 0)
      return note(paintError('yellow', 'None of these devices is online. Save again later.'));
    const { jobId } = await drover.devscripts.run(devscript._id, { devices, vars, timeout });
    this.current?.leaving.abort();
    const leaving = new AbortController();
    const current: Current = { jobId, leaving, isOver: false, ended: Promise.resolve() };
    this.current = current;
    current.ended = this.follow(current, { devices, startedAt })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) complain(error);
      })
      .finally(() => (current.isOver = true));
  }

  private async onlineDevices(): Promise<Device[]> {
    const devices = await selectDevices(this.options.drover, this.options.devices);
    return devices.filter(({ online }) => online);
  }

  /** What has not changed stays where it is. */
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
    { jobId, leaving }: Current,
    { devices, startedAt }: { devices: Device[]; startedAt: number },
  ): Promise<void> {
    const { drover, isJson } = this.options;
    const follower = new JobFollower(drover, { jobId });
    const printer = new LogPrinter({ deviceNames: devices.map(({ name }) => name), place: this.place });
    if (!isJson) say(paint('dim', rule(devices.length)));
    for await (const update of follower.follow(leaving.signal)) {
      if (leaving.signal.aborted) return;
      if (isJson) printJsonLine(update);
      else if (update.type === 'log') printer.print(follower.deviceNameOf(update.runId), update.lines);
    }
    const counts = countStates(follower.runs.values());
    const isWell = counts.succeeded === devices.length;
    const mark = isWell ? paint('green', '✓') : paint('red', '✗');
    if (!isJson) say(`${mark} ${describeCounts(counts)} ${paint('dim', showSpan(Date.now() - startedAt))}`);
  }
}

function rule(devices: number): string {
  const time = new Date().toTimeString().slice(0, 8);
  return `── ${time}  ${countDevices(devices)} ──`;
}

/** The session goes on: the next save may put it right. */
function complain(error: unknown): void {
  const [first, ...rest] = explain(error);
  note(`${paintError('red', '✗')} ${first}`);
  for (const line of rest) note(`  ${paintError('dim', line)}`);
}
