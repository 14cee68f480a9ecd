import { Command, InvalidArgumentError } from 'commander';
import { Agent } from './agent';
import { deleteDeviceData, readCredential, saveCredential, type Credential } from './device/credential';
import { openDataFolder, type DataFolder } from './device/data-folder';
import { enrol, normalizeServerUrl } from './device/enrolment';
import { lockDataFolder } from './device/lock';
import { AGENT_VERSION, defaultDeviceName } from './device/machine';
import { simulate, type SimulationOptions } from './simulation/simulate';

interface ConnectOptions {
  server?: string;
  key?: string;
  name?: string;
  data?: string;
  maxRuns: number;
  memory: number;
}

const program = new Command('drover-agent')
  .description('Runs the scripts that a Drover server sends to this device.')
  .version(AGENT_VERSION)
  .enablePositionalOptions()
  .option('--server <url>', 'URL of the server, required for the first start')
  .option('--key <key>', 'enrolment key, required for the first start')
  .option('--name <name>', 'name of the device (default: the host name)')
  .option(
    '--data <folder>',
    'folder for the files of the agent (default: $DROVER_AGENT_DATA or ~/.drover-agent)',
  )
  .option('--max-runs <number>', 'maximum number of runs at the same time', parsePositiveInteger, 8)
  .option('--memory <megabytes>', 'JavaScript heap limit of each run', parsePositiveInteger, 512)
  .action(connect);

program
  .command('simulate')
  .description('Connects many simulated devices from one process, for load tests. They execute no code.')
  .requiredOption('--server <url>', 'URL of the server')
  .option('--key <key>', 'enrolment key that is valid for all devices')
  .option('--count <number>', 'number of devices', parsePositiveInteger, 100)
  .option('--lines <number>', 'log lines per run', parseInteger, 1)
  .option('--run-ms <milliseconds>', 'duration of a run', parseInteger, 100)
  .option(
    '--fail-every <number>',
    'fail runs whose code contains `throw` on every Nth device; 0 means never',
    parseInteger,
    0,
  )
  .option('--data <folder>', 'folder that stores the credentials for the next start')
  .action((options: SimulationOptions) => simulate(options));

program.parseAsync().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

async function connect(options: ConnectOptions): Promise<void> {
  // A file that reaches its size limit makes the write fail, which the agent reports. The signal would end the agent.
  process.on('SIGXFSZ', () => undefined);
  const folder = openDataFolder(options.data);
  const release = await lockDataFolder(folder);
  const credential = await loadOrEnrol(folder, options);
  const agent = new Agent({
    folder,
    credential,
    maxRuns: options.maxRuns,
    memoryMb: options.memory,
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
    throw new Error('This device is not enrolled yet. Start it with --server URL --key KEY.');
  const credential = await enrol({ server, key, name: name ?? defaultDeviceName() });
  deleteDeviceData(folder);
  saveCredential(folder, credential);
  console.log(`Enrolled on ${credential.server} as ${credential.name}.`);
  return credential;
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
