import type { CreateJob, Device, DeviceChoice, Drover } from '@drover/sdk';
import { InvalidArgumentError, type Command } from 'commander';
import type { CommonOptions } from './add-command';
import { devicesUsage, selectDevices } from './device-selection';
import { Failure } from './failures';
import { attendJob } from './job-attendance';
import { printJson } from './json';
import { collect, parseCount, parsePercent } from './option-values';
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
  waves?: number[];
  perMinute?: number;
  stopAfterFailed?: number;
  retries?: number;
  retryDelay?: number;
}

export function addJobOptions(command: Command): Command {
  addDeviceOptions(command).option('--online', 'leave out devices that are offline');
  return addVariableOptions(command)
    .option('--timeout <time>', 'end runs that take longer: 90, 30s, 5m, 2h', parseSeconds)
    .option('--deliver-within <time>', 'give up on devices that have not connected by then', parseSeconds)
    .option(
      '--waves <percents>',
      'wave by wave: 1,10,25 is 1 % of the devices, up to 10 %, to 25 %, the rest',
      parseWaves,
    )
    .option('--per-minute <number>', 'so many devices a minute', parseCount)
    .option(
      '--stop-after-failed <percent>',
      'stop the roll-out when more than this share failed',
      parsePercent,
    )
    .option('--retries <number>', 'try again so often where it fails, times out or expires', parseCount)
    .option('--retry-delay <time>', 'wait so long before, and twice as long each further time', parseSeconds);
}

function parseWaves(text: string): number[] {
  if (!/^\d{1,3}(,\d{1,3})*$/.test(text))
    throw new InvalidArgumentError('It must be percents such as 1,10,25.');
  return text.split(',').map(Number);
}

/** How careful the job is, as the service wants it. */
function readCare(options: JobOptions): Pick<CreateJob, 'rollout' | 'retry'> {
  const { waves, perMinute, stopAfterFailed, retries, retryDelay } = options;
  const isRollout = waves !== undefined || perMinute !== undefined || stopAfterFailed !== undefined;
  return {
    rollout: isRollout ? { waves, perMinute, stopAfterFailedPercent: stopAfterFailed } : undefined,
    retry: retries === undefined ? undefined : { attempts: retries + 1, delaySeconds: retryDelay },
  };
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
  return { devices, request: { ...choice, vars, timeout, deliverWithin, ...readCare(options) } };
}

/** The devices that are meant now, and what a request says of them. */
async function chooseDevices(
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
