import { Command, InvalidArgumentError } from 'commander';
import { Agent } from './agent';
import { forgetDevice, readCredential, saveCredential, type Credential } from './device/credential';
import { openDataFolder, type DataFolder } from './device/data-folder';
import { enrol, serverAddress } from './device/enrolment';
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
  .option('--server <url>', 'address of the server, for the first start')
  .option('--key <key>', 'enrolment key, for the first start')
  .option('--name <name>', 'name of the device (default: the name of the machine)')
  .option(
    '--data <folder>',
    'where the agent keeps its files (default: $DROVER_AGENT_DATA or ~/.drover-agent)',
  )
  .option('--max-runs <number>', 'runs that go on at one time', count, 8)
  .option('--memory <megabytes>', 'JavaScript memory of one run', count, 512)
  .action(connect);

program
  .command('simulate')
  .description('Connects many light devices from one process, for load tests. They run nothing.')
  .requiredOption('--server <url>', 'address of the server')
  .option('--key <key>', 'enrolment key that is valid for so many devices')
  .option('--count <number>', 'devices', count, 100)
  .option('--lines <number>', 'log lines of a run', countOrNone, 1)
  .option('--run-ms <milliseconds>', 'how long a run takes', countOrNone, 100)
  .option(
    '--fail-every <number>',
    'on every so-manieth device, code that throws fails; 0 is never',
    countOrNone,
    0,
  )
  .option('--data <folder>', 'where the credentials are kept for the next time')
  .action((options: SimulationOptions) => simulate(options));

program.parseAsync().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});

async function connect(options: ConnectOptions): Promise<void> {
  // Where files may not grow, writing fails, and the agent says so: that is no reason to die.
  process.on('SIGXFSZ', () => undefined);
  const folder = openDataFolder(options.data);
  const release = await lockDataFolder(folder, () => {
    console.error(`Another agent has taken ${folder.root}. This one ends.`);
    process.exit(1);
  });
  const credential = await findCredential(folder, options);
  const agent = new Agent({
    folder,
    credential,
    maxRuns: options.maxRuns,
    memoryMb: options.memory,
    say: (sentence) => console.log(sentence),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void agent.stop());
  await agent.start();
  const exitCode = await agent.ended;
  await release();
  process.exit(exitCode);
}

/** The credential that is kept, or else a new one for the key. */
async function findCredential(
  folder: DataFolder,
  { server, key, name }: ConnectOptions,
): Promise<Credential> {
  const kept = readCredential(folder);
  if (kept && server && serverAddress(server) !== kept.server) {
    throw new Error(
      `${folder.root} belongs to ${kept.name} of ${kept.server}. Give another device a folder of its own with --data.`,
    );
  }
  if (kept) {
    if (key) console.log(`Enrolled already, as ${kept.name}: the key is not used.`);
    return kept;
  }
  if (!server || !key)
    throw new Error('This device is not enrolled yet: start it with --server URL --key KEY.');
  const credential = await enrol({ server, key, name: name ?? defaultDeviceName() });
  forgetDevice(folder);
  saveCredential(folder, credential);
  console.log(`Enrolled at ${credential.server} as ${credential.name}.`);
  return credential;
}

function count(text: string): number {
  const number = countOrNone(text);
  if (number === 0) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

function countOrNone(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
