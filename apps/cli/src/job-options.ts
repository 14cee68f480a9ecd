import type { Device, Drover, RunRequest } from '@drover/sdk';
import type { Command } from 'commander';
import { collect, type CommonOptions } from './add-command';
import { devicesUsage, selectDevices } from './device-selection';
import { Failure } from './failures';
import { attendJob } from './job-attendance';
import { printJson } from './json';
import { parseSeconds } from './seconds';
import { note, say } from './terminal';
import { addVariableOptions, readVariables, type VariableOptions } from './variables';

/** What the command line says of any job: where it runs, with what, for how long. */
export interface JobOptions extends CommonOptions, VariableOptions {
  device: string[];
  online?: boolean;
  timeout?: number;
  deliverWithin?: number;
}

export function addJobOptions(command: Command): Command {
  command
    .requiredOption('--device <device>', devicesUsage, collect)
    .option('--online', 'leave out devices that are offline');
  return addVariableOptions(command)
    .option('--timeout <time>', 'end runs that take longer: 90, 30s, 5m, 2h', parseSeconds)
    .option('--deliver-within <time>', 'give up on devices that have not connected by then', parseSeconds);
}

/** What to run where, as the service wants it. */
export interface JobPlan {
  devices: Device[];
  request: RunRequest;
}

export async function planJob(drover: Drover, options: JobOptions): Promise<JobPlan> {
  const vars = readVariables(options);
  const all = await selectDevices(drover, options.device);
  const devices = options.online ? all.filter(({ online }) => online) : all;
  if (devices.length === 0) throw new Failure('refused', 'None of these devices is online.');
  const { timeout, deliverWithin } = options;
  const references = devices.map(({ _id, name }) => ({ _id, name }));
  return { devices, request: { devices: references, vars, timeout, deliverWithin } };
}

/** How the caller wants to hear of a job. */
export interface Following {
  isFollowing: boolean;
  isWaiting: boolean;
  isJson: boolean;
  /** Changes what is shown of a text. */
  place?: (text: string) => string;
}

/** Tells of a job that has been started, for as long as the caller wants to hear of it. */
export async function tellJob(
  drover: Drover,
  { jobId, devices }: { jobId: string; devices: Device[] },
  following: Following,
): Promise<void> {
  const { isFollowing, isWaiting, isJson, place } = following;
  const offline = devices.filter(({ online }) => !online).length;
  if (offline > 0 && !isJson) note(describeOffline(offline, devices.length));
  if (isFollowing || isWaiting) {
    const deviceNames = devices.map(({ name }) => name);
    return attendJob({ drover, jobId, isFollowing, deviceNames, isJson, place });
  }
  if (isJson) return printJson(await drover.jobs.get(jobId));
  say(`Started on ${devices.length === 1 ? devices[0].name : `${devices.length} devices`}.`);
  say(`  drover logs -f ${jobId}`);
}

function describeOffline(offline: number, all: number): string {
  if (all === 1) return 'The device is offline: the run waits for it.';
  return `${offline} of ${all} devices are offline: their runs wait for them.`;
}
