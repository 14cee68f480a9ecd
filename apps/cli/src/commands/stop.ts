import { openRunStates, type DeviceReference, type Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../add-command';
import { connect } from '../configuration';
import { countDevices, selectDevices } from '../device-selection';
import { eachDevice } from '../each-device';
import { Failure } from '../failures';
import { addDeviceOptions } from '../job-options';
import { listOf, printJson } from '../json';
import { isId, orNone } from '../record-selection';
import { describeCounts, wordFor } from '../run-states';
import { selectScript, type Runnable } from '../script-selection';
import { filterOf, readSelector } from '../selectors';
import { say } from '../terminal';

interface StopOptions extends CommonOptions {
  device?: string[];
  selector?: string[];
}

/** `drover stop`: a run, a job, a script, or all that a device does. */
export function addStop(program: Command): void {
  const command = addCommand(program, 'stop [what]', {
    summary: 'stop a run, a job or a script; or everything on devices',
    examples: [
      'stop 65f1c0ffee65f1c0ffee65f1',
      'stop hello',
      'stop hello --device lab',
      'stop --device "Front desk"',
      'stop --selector tag=lab',
    ],
  });
  addDeviceOptions(command).action(
    async (what: string | undefined, { device, selector, json }: StopOptions) => {
      const drover = connect();
      if (selector) return stopSelected(drover, what, { device, selector, json });
      if (what === undefined) return stopDevices(drover, device, json);
      const stopped = (await stopById(drover, what, device)) ?? (await stopScript(drover, what, device));
      if (json) printJson(stopped.record);
      else say(stopped.sentence);
    },
  );
}

/** A script, or whatever runs, on devices by what they are. */
async function stopSelected(
  drover: Drover,
  what: string | undefined,
  { device, selector: conditions = [], json }: StopOptions,
): Promise<void> {
  if (device) throw new Failure('usage', 'Name devices by --device, or by --selector in its place.');
  const runnable = what === undefined ? undefined : await selectScript(drover, what);
  const selector = await readSelector(drover, conditions);
  await drover.runs.stop({ scriptId: runnable?.script._id, selector });
  const page = await drover.devices.list(filterOf(selector));
  if (json) return printJson(page);
  const where = countDevices(page.count);
  say(`Stopped ${runnable?.script.name ?? 'everything'} on ${where}.`);
}

/** What was stopped, as a record and in words. */
interface Stopped {
  record: unknown;
  sentence: string;
}

async function stopDevices(drover: Drover, references?: string[], isJson = false): Promise<void> {
  if (!references) throw new Failure('usage', 'Stop what? Name a run, a job or a script, or a --device.');
  const devices = await selectDevices(drover, references);
  await eachDevice(devices, ({ _id }) => drover.devices.stop(_id));
  if (isJson) printJson(listOf(devices));
  else say(`Stopped everything on ${devices.map(({ name }) => name).join(', ')}.`);
}

/** An id of a run or of a job: callers need not say which. */
async function stopById(drover: Drover, id: string, device?: string[]): Promise<Stopped | undefined> {
  if (device || !isId(id)) return undefined;
  return (await orNone(stopRun(drover, id))) ?? (await orNone(stopJob(drover, id)));
}

async function stopRun(drover: Drover, runId: string): Promise<Stopped> {
  await drover.runs.remove(runId);
  const run = await drover.runs.get(runId);
  return { record: run, sentence: `The run is ${wordFor(run.state)}.` };
}

async function stopJob(drover: Drover, jobId: string): Promise<Stopped> {
  await drover.jobs.remove(jobId);
  const job = await drover.jobs.get(jobId);
  return { record: job, sentence: `The runs of the job: ${describeCounts(job.counts)}.` };
}

async function stopScript(drover: Drover, reference: string, device?: string[]): Promise<Stopped> {
  const runnable = await selectScript(drover, reference);
  const { kind, script } = runnable;
  const devices = device ? await selectDevices(drover, device) : await busyDevices(drover, runnable);
  if (devices.length === 0) return { record: listOf([]), sentence: `${script.name} runs nowhere.` };
  await (kind === 'script' ? drover.scripts : drover.devscripts).stop(script._id, { devices });
  const where = countDevices(devices.length);
  return { record: listOf(devices), sentence: `Stopped ${script.name} on ${where}.` };
}

/** Devices on which a script runs or waits. */
async function busyDevices(drover: Drover, { script }: Runnable): Promise<DeviceReference[]> {
  const ids = new Set<string>();
  for (const state of openRunStates) {
    for await (const run of drover.runs.iterate({ scriptId: script._id, state, limit: 1000 }))
      ids.add(run.deviceId);
  }
  return [...ids].map((_id) => ({ _id }));
}
