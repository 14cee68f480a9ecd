import type { CreateJob, Device, DeviceChoice, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { collect, type CommonOptions } from './add-command';
import { devicesUsage, selectDevices } from './device-selection';
import { Failure } from './failures';
import { attendJob } from './job-attendance';
import { printJson } from './json';
import { filterOf, readSelector, selectorUsage } from './selectors';
import { parseSeconds } from './seconds';
import { note, say } from './terminal';
import { addVariableOptions, readVariables, type VariableOptions } from './variables';

/** What the command line says of any job: where it runs, with what, for how long. */
export interface JobOptions extends CommonOptions, VariableOptions {
  device?: string[];
  selector?: string[];
  online?: boolean;
  timeout?: number;
  deliverWithin?: number;
}

export function addJobOptions(command: Command): Command {
  addDeviceOptions(command).option('--online', 'leave out devices that are offline');
  return addVariableOptions(command)
    .option('--timeout <time>', 'end runs that take longer: 90, 30s, 5m, 2h', parseSeconds)
    .option('--deliver-within <time>', 'give up on devices that have not connected by then', parseSeconds);
}

/** How a command line says which devices: by name, or by what they are. */
export function addDeviceOptions(command: Command): Command {
  return command
    .option('--device <device>', devicesUsage, collect)
    .option('--selector <condition>', selectorUsage, collect);
}

/** What to run where, as the service wants it. */
export interface JobPlan {
  devices: Device[];
  request: Omit<CreateJob, 'scriptId' | 'code'>;
}

export async function planJob(drover: Drover, options: JobOptions): Promise<JobPlan> {
  const vars = readVariables(options);
  const { devices, choice } = await chooseDevices(drover, options);
  const { timeout, deliverWithin } = options;
  return { devices, request: { ...choice, vars, timeout, deliverWithin } };
}

/** The devices that are meant now, and what a request says of them. */
export async function chooseDevices(
  drover: Drover,
  { device, selector: conditions, online }: Pick<JobOptions, 'device' | 'selector' | 'online'>,
): Promise<{ devices: Device[]; choice: DeviceChoice }> {
  if (Boolean(device) === Boolean(conditions)) {
    throw new Failure('usage', 'On which devices? Say it by --device, or by --selector in its place.');
  }
  if (conditions) {
    const selector = await readSelector(drover, online ? [...conditions, 'online'] : conditions);
    return { devices: (await drover.devices.list(filterOf(selector))).items, choice: { selector } };
  }
  const all = await selectDevices(drover, device ?? []);
  const devices = online ? all.filter((one) => one.online) : all;
  if (devices.length === 0) throw new Failure('refused', 'None of these devices is online.');
  return { devices, choice: { devices: devices.map(({ _id, name }) => ({ _id, name })) } };
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
