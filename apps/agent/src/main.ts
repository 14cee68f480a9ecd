#!/usr/bin/env node
import { AGENT_VERSION } from '@drover/contract/app-version';
import { Command, InvalidArgumentError, Option } from 'commander';
import { realpathSync } from 'node:fs';
import { Agent } from './agent';
import { deleteDeviceData, readCredential, saveCredential, type Credential } from './device/credential';
import { openDataFolder, type DataFolder } from './device/data-folder';
import { enrol, normalizeServerUrl } from './device/enrolment';
import { hideEnrolmentKey, readEnrolmentKey } from './device/enrolment-key';
import { lockDataFolder } from './device/lock';
import { defaultDeviceName } from './device/machine';
import { chooseSandbox, isolationModes, type IsolationMode } from './isolation/choose-sandbox';
import { simulate, type SimulationOptions } from './simulation/simulate';

interface ConnectOptions {
  server?: string;
  key?: string;
  keyFile?: string;
  name?: string;
  data?: string;
  maxRuns: number;
  memory: number;
  processes: number;
  disk: number;
  isolation: IsolationMode;
  writable: string[];
}

/** Not `--key` alone: other users of the machine can read command lines. */
const keyOption = () =>
  new Option('--key <key>', 'enrolment key, required for the first start').env('DROVER_ENROLMENT_KEY');
const keyFileOption = () =>
  new Option('--key-file <file>', 'file with the enrolment key; - for standard input');

const program = new Command('drover-agent')
  .description('Runs the scripts that a Drover server sends to this device.')
  .version(AGENT_VERSION)
  .enablePositionalOptions()
  .option('--server <url>', 'URL of the server, required for the first start')
  .addOption(keyOption())
  .addOption(keyFileOption())
  .option('--name <name>', 'name of the device (default: the host name)')
  .option(
    '--data <folder>',
    'folder for the files of the agent (default: $DROVER_AGENT_DATA or ~/.drover-agent)',
  )
  .option('--max-runs <number>', 'maximum number of runs at the same time', parsePositiveInteger, 8)
  .option('--memory <megabytes>', 'memory of each run, of all its processes', parsePositiveInteger, 512)
  .option('--processes <number>', 'maximum number of processes of each run', parsePositiveInteger, 256)
  .option('--disk <megabytes>', 'maximum size of the folder of each run', parsePositiveInteger, 1024)
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
  )
  .action(connect);

program
  .command('simulate')
  .description('Connects many simulated devices from one process, for load tests. They execute no code.')
  .requiredOption('--server <url>', 'URL of the server')
  .addOption(keyOption())
  .addOption(keyFileOption())
  .option('--count <number>', 'number of devices', parsePositiveInteger, 100)
  .option('--lines <number>', 'log lines per run', parseInteger, 1)
  .option('--line-ms <milliseconds>', 'time between two log lines of a run; 0: all at once', parseInteger, 0)
  .option('--run-ms <milliseconds>', 'time from the last line of a run to its end', parseInteger, 100)
  .option(
    '--fail-every <number>',
    'fail runs whose code contains `throw` on every Nth device; 0 means never',
    parseInteger,
    0,
  )
  .option('--data <folder>', 'folder that stores the credentials for the next start')
  .action((options: SimulationOptions & { keyFile?: string }) => {
    const key = readEnrolmentKey(options);
    hideEnrolmentKey();
    return simulate({ ...options, key });
  });

program.parseAsync().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

async function connect(options: ConnectOptions): Promise<void> {
  // A file that reaches its size limit makes the write fail, which the agent reports. The signal would end the agent.
  process.on('SIGXFSZ', () => undefined);
  const key = readEnrolmentKey(options);
  hideEnrolmentKey();
  const folder = openDataFolder(options.data);
  const release = await lockDataFolder(folder);
  const { memory: memoryMb, processes, disk: diskMb, isolation, writable } = options;
  const limits = { memoryMb, processes, diskMb };
  // Before the enrolment, so that a refusal does not use up the key.
  const { sandbox, description } = await chooseSandbox(isolation, {
    dataFolder: folder.root,
    limits,
    writable,
  });
  const credential = await loadOrEnrol(folder, { ...options, key });
  console.log(description);
  const agent = new Agent({
    folder,
    credential,
    maxRuns: options.maxRuns,
    limits,
    sandbox,
    log: (sentence) => console.log(sentence),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void agent.stop());
  await agent.start();
  const exitCode = await agent.ended;
  release();
  process.exit(exitCode);
}

/** Reads the saved credential, or enrols the device with the key. */
async function loadOrEnrol(folder: DataFolder, { server, key, name }: ConnectOptions): Promise<Credential> {
  const saved = readCredential(folder);
  if (saved && server && normalizeServerUrl(server) !== saved.server) {
    throw new Error(
      `${folder.root} belongs to ${saved.name} on ${saved.server}. Give the other device its own folder with --data.`,
    );
  }
  if (saved) {
    if (key) console.log(`Already enrolled as ${saved.name}. The key is not used.`);
    return saved;
  }
  if (!server || !key)
    throw new Error(
      'This device is not enrolled yet. Set DROVER_ENROLMENT_KEY and start it with --server URL.',
    );
  const credential = await enrol({ server, key, name: name ?? defaultDeviceName() }, (error, seconds) =>
    console.log(`${error.message} The next attempt is in ${seconds} s.`),
  );
  deleteDeviceData(folder);
  saveCredential(folder, credential);
  console.log(`Enrolled on ${credential.server} as ${credential.name}.`);
  return credential;
}

function resolveFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    throw new InvalidArgumentError('There is no such folder.');
  }
}

function parsePositiveInteger(text: string): number {
  const number = parseInteger(text);
  if (number === 0) throw new InvalidArgumentError('Must be at least 1.');
  return number;
}

function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Must be a whole number.');
  return Number(text);
}
