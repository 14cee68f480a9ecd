import type { CreateJob, Device, DeviceChoice, Drover, UpdateAgents } from '@drover/sdk';
import { type Command, InvalidArgumentError } from 'commander';
import { CliError } from '../errors/cli-error';
import { deviceOptionHelp, selectDevices } from '../selection/select-devices';
import { parseSelector, selectorOptionHelp, toDeviceFilter } from '../selection/selectors';
import type { CommonOptions } from './add-command';
import { uploadFiles } from './input-files';
import { collect, parseCount, parseDuration, parsePercent } from './option-values';
import { addVariableOptions, readVariables, type VariableOptions } from './variables';

/** Options of all commands that run a script: its devices, variables, limits, rollout and retries. */
export interface JobOptions extends ReleaseOptions, VariableOptions {
  timeout?: number;
  screenshotOnFailure?: boolean;
  file?: string[];
  skipValidation?: boolean;
}

/** Options of all commands that create a job: its devices, deadline, rollout and retries. */
export interface ReleaseOptions extends CommonOptions {
  device?: string[];
  selector?: string[];
  online?: boolean;
  deliverWithin?: number;
  waves?: number[];
  perMinute?: number;
  stopAfterFailed?: number;
  retries?: number;
  retryDelay?: number;
}

/** Adds the options of commands that run a script. `fileFlag` is the one that uploads files. */
export function addJobOptions(command: Command, fileFlag = '--file'): Command {
  addDeviceOptions(command).option('--online', 'Run on online devices only');
  addVariableOptions(command).option(
    '--timeout <duration>',
    'Stop runs that take longer, such as 90, 30s, 5m or 2h',
    parseDuration,
  );
  command.option(
    `${fileFlag} <name=path>`,
    'Set a variable to a local file, which is uploaded (repeatable)',
    collect,
  );
  command.option('--screenshot-on-failure', 'Save a picture of the screen when a run fails');
  return addReleaseOptions(command);
}

/** Adds the options for the deadline, the rollout and the retries of a job. */
export function addReleaseOptions(command: Command): Command {
  return command
    .option('--deliver-within <duration>', 'Expire runs whose device does not connect in time', parseDuration)
    .option(
      '--waves <percentages>',
      'Roll out in waves: 1,10,25 means up to 1 %, 10 % and 25 % of the devices, then all',
      parseWaves,
    )
    .option('--per-minute <number>', 'Roll out to at most this many devices per minute', parseCount)
    .option(
      '--stop-after-failed <percent>',
      'Stop the rollout if more than this share of runs fails',
      parsePercent,
    )
    .option(
      '--retries <number>',
      'Retry each run that fails, times out or expires up to this many times',
      parseCount,
    )
    .option(
      '--retry-delay <duration>',
      'Delay before the first retry; doubles for each further one',
      parseDuration,
    );
}

/** Adds the option for scripts that have a form. */
export function addSkipValidation(command: Command): Command {
  return command.option(
    '--skip-validation',
    "Accept variables that do not meet the rules of the script's form",
  );
}

function parseWaves(text: string): number[] {
  if (!/^\d{1,3}(,\d{1,3})*$/.test(text))
    throw new InvalidArgumentError('It must be percentages such as 1,10,25.');
  return text.split(',').map(Number);
}

/** Reads the rollout and the retries of a job. */
function readRolloutOptions(options: ReleaseOptions): Pick<CreateJob, 'rollout' | 'retry'> {
  const { waves, perMinute, stopAfterFailed, retries, retryDelay } = options;
  const isRollout = waves !== undefined || perMinute !== undefined || stopAfterFailed !== undefined;
  return {
    rollout: isRollout ? { waves, perMinute, stopAfterFailedPercent: stopAfterFailed } : undefined,
    retry: retries === undefined ? undefined : { attempts: retries + 1, delaySeconds: retryDelay },
  };
}

/** Adds the options that choose devices, by name or by condition. */
export function addDeviceOptions(command: Command): Command {
  return command
    .option('--device <device>', deviceOptionHelp, collect)
    .option('--selector <condition>', selectorOptionHelp, collect);
}

/** A request that creates a job, and the devices that it matches now. */
export interface JobRequest {
  devices: Device[];
  request: Omit<CreateJob, 'scriptId' | 'code'>;
}

export async function buildJobRequest(drover: Drover, options: JobOptions): Promise<JobRequest> {
  const vars = readVariables(options);
  const { devices, request } = await buildReleaseRequest(drover, options);
  const { timeout, screenshotOnFailure, skipValidation, file } = options;
  const files = await uploadFiles(drover, file);
  return {
    devices,
    request: {
      ...request,
      vars: files ? { ...vars, ...files } : vars,
      timeout,
      screenshotOnFailure,
      skipValidation,
    },
  };
}

/** A request that updates agents, and the devices that it matches now. */
export async function buildReleaseRequest(
  drover: Drover,
  options: ReleaseOptions,
): Promise<{ devices: Device[]; request: UpdateAgents }> {
  const { devices, choice } = await resolveDevices(drover, options);
  const { deliverWithin } = options;
  return { devices, request: { ...choice, deliverWithin, ...readRolloutOptions(options) } };
}

/** Finds the chosen devices, and how a request refers to them. */
async function resolveDevices(
  drover: Drover,
  { device, selector: conditions, online }: Pick<JobOptions, 'device' | 'selector' | 'online'>,
): Promise<{ devices: Device[]; choice: DeviceChoice }> {
  if (Boolean(device) === Boolean(conditions)) {
    throw new CliError('usage', 'Choose devices with either --device or --selector.');
  }
  if (conditions) {
    const selector = await parseSelector(drover, online ? [...conditions, 'online'] : conditions);
    return { devices: (await drover.devices.list(toDeviceFilter(selector))).items, choice: { selector } };
  }
  const all = await selectDevices(drover, device ?? []);
  const devices = online ? all.filter((one) => one.online) : all;
  if (devices.length === 0) throw new CliError('rejected', 'None of these devices is online.');
  return { devices, choice: { devices: devices.map(({ _id, name }) => ({ _id, name })) } };
}
