#!/usr/bin/env node
import { AGENT_VERSION } from '@drover/contract/app-version';
import { Command } from 'commander';
import { Agent } from './agent';
import { chooseCgroups } from './cgroup/run-cgroups';
import type { Credential } from './device/credential';
import { openDataFolder, type DataFolder } from './device/data-folder';
import { hideEnrolmentKey, readEnrolmentKey } from './device/enrolment-key';
import { loadOrEnrol } from './device/load-or-enrol';
import { lockDataFolder } from './device/lock';
import { chooseSandbox } from './isolation/choose-sandbox';
import {
  addDeviceOptions,
  addRunOptions,
  keyFileOption,
  keyOption,
  parseInteger,
  parsePositiveInteger,
  type DeviceOptions,
  type RunOptions,
} from './options';
import { getMainFile } from './programs/programs';
import { registerService } from './service/commands';
import { simulate, type SimulationOptions } from './simulation/simulate';
import { SelfUpdate } from './update/self-update';

/** Exit code of an agent that its launcher starts again with another version. */
const restartExitCode = 75;

/** Whether a launcher started this agent: no other parent opens a channel. */
const hasLauncher = process.send !== undefined;

const program = new Command('drover-agent')
  .description('Runs the scripts that a Drover server sends to this device.')
  .version(AGENT_VERSION)
  .enablePositionalOptions()
  .action(connect);
addDeviceOptions(program);
addRunOptions(program);

addDeviceOptions(program.command('enrol'))
  .description('Enrols this device and ends. Does nothing if it is enrolled.')
  .action(async (options: DeviceOptions) => {
    const key = readEnrolmentKey(options);
    hideEnrolmentKey();
    await loadOrEnrol(openDataFolder(options.data), { ...options, key });
  });

registerService(program);

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
  .option('--result-bytes <number>', 'size of the result of each run; 0: none', parseInteger, 0)
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

async function connect(options: DeviceOptions & RunOptions): Promise<void> {
  let agent: Agent | undefined;
  endWithLauncher(() => agent);
  // A file that reaches its size limit makes the write fail, which the agent reports. The signal would end the agent.
  process.on('SIGXFSZ', () => undefined);
  const key = readEnrolmentKey(options);
  hideEnrolmentKey();
  const folder = openDataFolder(options.data);
  const release = await lockDataFolder(folder);
  const { memory: memoryMb, processes, disk: diskMb, cpus, isolation, writable } = options;
  const limits = { memoryMb, processes, diskMb, cpus };
  const { cgroups, notes } = chooseCgroups({ dataFolder: folder.root, limits });
  // Before the enrolment, so that a refusal does not use up the key.
  const { sandbox, description } = await chooseSandbox(isolation, {
    dataFolder: folder.root,
    limits,
    hasMemoryLimit: cgroups?.enforces('memory') ?? false,
    writable,
  });
  const credential = await loadOrEnrol(folder, { ...options, key });
  for (const sentence of [description, ...notes]) console.log(sentence);
  const started = (agent = new Agent({
    folder,
    credential,
    maxRuns: options.maxRuns,
    limits,
    sandbox,
    cgroups,
    spoolBytes: options.spool * 1024 ** 2,
    updates: hasLauncher ? createSelfUpdate(folder, credential) : undefined,
    log: (sentence) => console.log(sentence),
  }));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void started.stop());
  await started.start();
  const exitCode = await started.ended;
  release();
  process.exit(exitCode);
}

/** Ends the agent when its launcher ends, whose successor starts another agent. */
function endWithLauncher(getAgent: () => Agent | undefined): void {
  if (!hasLauncher) return;
  if (!process.connected) process.exit(1);
  process.once('disconnect', () => {
    const agent = getAgent();
    if (agent) void agent.stop();
    else process.exit(1);
  });
}

/** Returns what updates an agent that has a launcher. */
function createSelfUpdate(folder: DataFolder, credential: Credential): SelfUpdate {
  const restart = () => {
    console.log('Restarting with the new version.');
    process.exit(restartExitCode);
  };
  return new SelfUpdate({ folder, credential, mainFile: getMainFile(), restart });
}
