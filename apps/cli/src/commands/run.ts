import type { Device, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { addCommand } from '../add-command';
import { connect } from '../configuration';
import { allDevices } from '../device-selection';
import { Failure } from '../failures';
import { addJobOptions, planJob, tellJob, type JobOptions } from '../job-options';
import { selectPreset } from '../record-selection';
import { selectScript } from '../script-selection';

interface RunOptions extends JobOptions {
  preset?: string;
  wait?: boolean;
  follow?: boolean;
}

/** `drover run`: a script that is kept on the service, on many devices. */
export function addRun(program: Command): void {
  const command = addCommand(program, 'run [script]', {
    summary:
      'run a script on devices: one in development or a published one, by name, slug or id; or a preset',
    notes:
      'With --wait or --follow the exit code is 1 unless every run succeeded, and\nCtrl-C asks whether to stop the runs.',
    examples: [
      'run hello --device all --follow',
      'run hello --device lab --vars city=Paris --vars rounds:=3 --wait',
      'run hello --selector tag=farm --selector online',
      'run hello --device all --waves 1,10,25 --stop-after-failed 20 --retries 3',
      'run script:a1b2c --device "Front desk" --deliver-within 2h',
      'run --preset "Morning round"',
    ],
  });
  addJobOptions(command)
    .option('--preset <preset>', 'what a preset says: its script, its devices, its variables')
    .option('-w, --wait', 'wait for all runs, then show what became of them')
    .option('-f, --follow', 'the same, and show log lines as they come')
    .action(async (script: string | undefined, options: RunOptions) => {
      const drover = connect();
      const started = await (options.preset === undefined
        ? runScript(drover, script, options)
        : runPreset(drover, script, options));
      const { follow = false, wait = false, json = false } = options;
      await tellJob(drover, started, { isFollowing: follow, isWaiting: wait, isJson: json });
    });
}

/** A job, and the devices that it is for. */
interface Started {
  jobId: string;
  devices: Device[];
}

async function runScript(drover: Drover, reference = '', options: RunOptions): Promise<Started> {
  if (reference === '') throw new Failure('usage', 'Run what? Name a script, or a --preset.');
  const [runnable, { devices, request }] = await Promise.all([
    selectScript(drover, reference),
    planJob(drover, options),
  ]);
  const { _id: jobId } = await drover.jobs.create({ scriptId: runnable.script._id, ...request });
  return { jobId, devices };
}

/** What a preset leaves to say is how to follow its job. */
const fixedByPreset = [
  'device',
  'selector',
  'online',
  'vars',
  'varsFile',
  'timeout',
  'deliverWithin',
  'waves',
  'perMinute',
  'stopAfterFailed',
  'retries',
] as const;

async function runPreset(drover: Drover, script: string | undefined, options: RunOptions): Promise<Started> {
  if (script !== undefined || fixedByPreset.some((name) => options[name] !== undefined)) {
    throw new Failure(
      'usage',
      'A preset says itself what runs where: give --preset alone, or with --wait or --follow.',
    );
  }
  const preset = await selectPreset(drover, options.preset ?? '');
  const { _id: jobId } = await drover.presets.run(preset._id);
  const ids = new Set<string>();
  for await (const { deviceId } of drover.runs.iterate({ jobId, limit: 1000 })) ids.add(deviceId);
  return { jobId, devices: (await allDevices(drover)).filter(({ _id }) => ids.has(_id)) };
}
