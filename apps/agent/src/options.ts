import { InvalidArgumentError, Option, type Command } from 'commander';
import { realpathSync } from 'node:fs';
import { isolationModes, type IsolationMode } from './isolation/choose-sandbox';

/** Where the device belongs, and where its files are. */
export interface DeviceOptions {
  server?: string;
  key?: string;
  keyFile?: string;
  name?: string;
  data?: string;
}

/** How runs are started. */
export interface RunOptions {
  maxRuns: number;
  memory: number;
  processes: number;
  disk: number;
  cpus?: number;
  spool: number;
  isolation: IsolationMode;
  writable: string[];
}

/** Not `--key` alone: other users of the machine can read command lines. */
export const keyOption = () =>
  new Option('--key <key>', 'enrolment key, required for the first start').env('DROVER_ENROLMENT_KEY');
export const keyFileOption = () =>
  new Option('--key-file <file>', 'file with the enrolment key; - for standard input');

export function addDeviceOptions(command: Command): Command {
  return command
    .option('--server <url>', 'URL of the server, required for the first start')
    .addOption(keyOption())
    .addOption(keyFileOption())
    .option('--name <name>', 'name of the device (default: the host name)')
    .option(
      '--data <folder>',
      'folder for the files of the agent (default: $DROVER_AGENT_DATA or ~/.drover-agent)',
    );
}

export function addRunOptions(command: Command): Command {
  return command
    .option('--max-runs <number>', 'maximum number of runs at the same time', parsePositiveInteger, 8)
    .option('--memory <megabytes>', 'memory of each run, of all its processes', parsePositiveInteger, 512)
    .option('--processes <number>', 'maximum number of processes of each run', parsePositiveInteger, 256)
    .option('--disk <megabytes>', 'maximum size of the folder of each run', parsePositiveInteger, 1024)
    .option('--cpus <number>', 'processors of each run, such as 1.5; needs cgroups', parseCpus)
    .option(
      '--spool <megabytes>',
      'maximum size of the artifacts that wait for the server',
      parsePositiveInteger,
      4096,
    )
    .addOption(
      new Option(
        '--isolation <mode>',
        'auto: what the system offers; required: refuse to start if it offers nothing; none',
      )
        .choices(isolationModes)
        .default('auto')
        .env('DROVER_ISOLATION'),
    )
    .option(
      '--writable <folder>',
      'folder that scripts may write to beside that of their run; repeatable',
      (folder: string, others: string[]) => [...others, resolveFolder(folder)],
      [],
    );
}

/** Returns the run options that were set for a command, as arguments of the agent. */
export function toArguments(command: Command): string[] {
  const options = command.opts<RunOptions>();
  const names = ['maxRuns', 'memory', 'processes', 'disk', 'cpus', 'spool', 'isolation', 'writable'] as const;
  return names
    .filter((name) => options[name] !== undefined && command.getOptionValueSource(name) !== 'default')
    .flatMap((name) => [options[name]].flat().map((value) => [toFlag(name), String(value)]))
    .flat();
}

function toFlag(name: string): string {
  return `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`;
}

function resolveFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new InvalidArgumentError('There is no such folder.');
  }
}

function parseCpus(text: string): number {
  const cpus = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (cpus < 0.01) throw new InvalidArgumentError('Must be a number such as 0.5 or 2.');
  return cpus;
}

export function parsePositiveInteger(text: string): number {
  const number = parseInteger(text);
  if (number === 0) throw new InvalidArgumentError('Must be at least 1.');
  return number;
}

export function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return Number(text);
}
