import { type DeviceReference, type Drover, openRunStates } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { addCommand, type CommonOptions } from '../options/add-command';
import { addDeviceOptions } from '../options/job-options';
import { printJson, toList } from '../output/json';
import { formatCounts, stateLabel } from '../output/run-states';
import { printLine } from '../output/terminal';
import { forEachDevice } from '../selection/for-each-device';
import { formatDeviceCount, selectDevices } from '../selection/select-devices';
import { isId, orUndefined } from '../selection/select-record';
import { type Runnable, selectScript } from '../selection/select-script';
import { parseSelector, toDeviceFilter } from '../selection/selectors';

interface StopOptions extends CommonOptions {
  device?: string[];
  selector?: string[];
}

/** Registers `drover stop`, which stops a run, a job, a script, or all runs on devices. */
export function registerStop(program: Command): void {
  const command = addCommand(program, 'stop [target]', {
    summary: 'Stop a run, a job, a script, or all runs on devices',
    examples: [
      'stop 65f1c0ffee65f1c0ffee65f1',
      'stop hello',
      'stop hello --device lab',
      'stop --device "Front desk"',
      'stop --selector tag=lab',
    ],
  });
  addDeviceOptions(command).action(
    async (target: string | undefined, { device, selector, json }: StopOptions) => {
      const drover = createClient();
      if (selector) return stopSelected(drover, target, { device, selector, json });
      if (target === undefined) return stopDevices(drover, device, json);
      const stopped = (await stopById(drover, target, device)) ?? (await stopScript(drover, target, device));
      if (json) printJson(stopped.record);
      else printLine(stopped.message);
    },
  );
}

/** Stops a script, or all runs, on the devices that a selector matches. */
async function stopSelected(
  drover: Drover,
  target: string | undefined,
  { device, selector: conditions = [], json }: StopOptions,
): Promise<void> {
  if (device) throw new CliError('usage', 'Use either --device or --selector, not both.');
  const runnable = target === undefined ? undefined : await selectScript(drover, target);
  const selector = await parseSelector(drover, conditions);
  await drover.runs.stop({ scriptId: runnable?.script._id, selector });
  const page = await drover.devices.list(toDeviceFilter(selector));
  if (json) return printJson(page);
  const where = formatDeviceCount(page.count);
  printLine(`Stopped ${runnable?.script.name ?? 'all runs'} on ${where}.`);
}

/** What was stopped, as a record for --json and as a message. */
interface StopResult {
  record: unknown;
  message: string;
}

async function stopDevices(drover: Drover, references?: string[], isJson = false): Promise<void> {
  if (!references)
    throw new CliError(
      'usage',
      'Nothing to stop. Name a run, a job or a script, or use --device or --selector.',
    );
  const devices = await selectDevices(drover, references);
  await forEachDevice(devices, ({ _id }) => drover.devices.stop(_id));
  if (isJson) printJson(toList(devices));
  else printLine(`Stopped all runs on ${devices.map(({ name }) => name).join(', ')}.`);
}

/** Stops a run or a job by ID. Returns undefined if the reference is neither. */
async function stopById(drover: Drover, id: string, device?: string[]): Promise<StopResult | undefined> {
  if (device || !isId(id)) return undefined;
  return (await orUndefined(stopRun(drover, id))) ?? (await orUndefined(stopJob(drover, id)));
}

async function stopRun(drover: Drover, runId: string): Promise<StopResult> {
  await drover.runs.remove(runId);
  const run = await drover.runs.get(runId);
  return { record: run, message: `The run is ${stateLabel(run.state)}.` };
}

async function stopJob(drover: Drover, jobId: string): Promise<StopResult> {
  await drover.jobs.remove(jobId);
  const job = await drover.jobs.get(jobId);
  return { record: job, message: `Runs of the job: ${formatCounts(job.counts)}.` };
}

async function stopScript(drover: Drover, reference: string, device?: string[]): Promise<StopResult> {
  const runnable = await selectScript(drover, reference);
  const { kind, script } = runnable;
  const devices = device ? await selectDevices(drover, device) : await listBusyDevices(drover, runnable);
  if (devices.length === 0)
    return { record: toList([]), message: `${script.name} is not running on any device.` };
  await (kind === 'script' ? drover.scripts : drover.devscripts).stop(script._id, { devices });
  const where = formatDeviceCount(devices.length);
  return { record: toList(devices), message: `Stopped ${script.name} on ${where}.` };
}

/** Lists the devices that have open runs of a script. */
async function listBusyDevices(drover: Drover, { script }: Runnable): Promise<DeviceReference[]> {
  const ids = new Set<string>();
  for (const state of openRunStates) {
    for await (const run of drover.runs.iterate({ scriptId: script._id, state, limit: 1000 }))
      ids.add(run.deviceId);
  }
  return [...ids].map((_id) => ({ _id }));
}
