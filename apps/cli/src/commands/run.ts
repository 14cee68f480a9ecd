import type { Device, Drover } from '@drover/sdk';
import type { Command } from 'commander';
import { createClient } from '../config/account';
import { CliError } from '../errors/cli-error';
import { reportJob } from '../jobs/report-job';
import { addCommand } from '../options/add-command';
import { addJobOptions, addSkipValidation, buildJobRequest, type JobOptions } from '../options/job-options';
import { listAllDevices } from '../selection/select-devices';
import { selectPreset } from '../selection/select-record';
import { selectScript } from '../selection/select-script';

interface RunOptions extends JobOptions {
  preset?: string;
  wait?: boolean;
  follow?: boolean;
}

/** Registers `drover run`, which runs a saved script or a preset. */
export function registerRun(program: Command): void {
  const command = addCommand(program, 'run [script]', {
    summary: 'Run a script or a preset on devices',
    notes:
      'The script is a development or published script, by name, slug or ID. With --wait\nor --follow, the exit code is 1 unless every run succeeded, and Ctrl-C asks whether\nto stop the runs.',
    examples: [
      'run hello --device all --follow',
      'run hello --device lab --file list=./list.csv',
      'run hello --device lab --vars city=Paris --vars rounds:=3 --wait',
      'run hello --selector tag=farm --selector online',
      'run hello --device all --waves 1,10,25 --stop-after-failed 20 --retries 3',
      'run script:a1b2c --device "Front desk" --deliver-within 2h',
      'run --preset "Morning round"',
    ],
  });
  addSkipValidation(addJobOptions(command))
    .option('--preset <preset>', 'Run a preset: its script, devices and variables')
    .option('-w, --wait', 'Wait for all runs, then show their results')
    .option('-f, --follow', 'Like --wait, and follow the logs')
    .action(async (script: string | undefined, options: RunOptions) => {
      const drover = createClient();
      const started = await (options.preset === undefined
        ? runScript(drover, script, options)
        : runPreset(drover, script, options));
      const { follow = false, wait = false, json = false } = options;
      await reportJob(drover, started, { isFollowing: follow, isWaiting: wait, isJson: json });
    });
}

/** A new job and its devices. */
interface StartedJob {
  jobId: string;
  devices: Device[];
}

async function runScript(drover: Drover, reference = '', options: RunOptions): Promise<StartedJob> {
  if (reference === '') throw new CliError('usage', 'No script given. Name a script, or use --preset.');
  const [runnable, { devices, request }] = await Promise.all([
    selectScript(drover, reference),
    buildJobRequest(drover, options),
  ]);
  const { _id: jobId } = await drover.jobs.create({ scriptId: runnable.script._id, ...request });
  return { jobId, devices };
}

/** Options that a preset sets, and that therefore cannot be combined with --preset. */
const presetConflicts = [
  'device',
  'selector',
  'online',
  'vars',
  'varsFile',
  'file',
  'timeout',
  'screenshotOnFailure',
  'deliverWithin',
  'waves',
  'perMinute',
  'stopAfterFailed',
  'retries',
  'skipValidation',
] as const;

async function runPreset(
  drover: Drover,
  script: string | undefined,
  options: RunOptions,
): Promise<StartedJob> {
  if (script !== undefined || presetConflicts.some((name) => options[name] !== undefined)) {
    throw new CliError(
      'usage',
      'A preset sets the script, devices and variables. Use --preset alone, or with --wait or --follow.',
    );
  }
  const preset = await selectPreset(drover, options.preset ?? '');
  const { _id: jobId } = await drover.presets.run(preset._id);
  const ids = new Set<string>();
  for await (const { deviceId } of drover.runs.iterate({ jobId, limit: 1000 })) ids.add(deviceId);
  return { jobId, devices: (await listAllDevices(drover)).filter(({ _id }) => ids.has(_id)) };
}
