import type { Command } from 'commander';
import { hideEnrolmentKey, readEnrolmentKey } from '../device/enrolment-key';
import { addDeviceOptions, addRunOptions, toArguments, type DeviceOptions } from '../options';
import { describeService, findPlace, installService, removeService, type PlaceOptions } from './service';

/** Exit code of `status` if the agent is not running, as that of systemctl. */
const notRunning = 3;

/** Registers `drover-agent service …`. */
export function registerService(program: Command): void {
  const service = program
    .command('service')
    .description('Keeps the agent running: by systemd, by launchd, or as a process in the background.');
  const install = service
    .command('install')
    .description('Enrols this device, and installs and starts the service. A second call changes nothing.')
    .action((options: PlaceOptions & DeviceOptions) => installAndReport(install, options));
  addRunOptions(addDeviceOptions(addPlaceOptions(install)));
  addPlaceOptions(service.command('uninstall'))
    .description('Stops and removes the service.')
    .option('--data <folder>', 'folder for the files of the agent')
    .option('--purge', 'remove the credential and all other files of the agent too', false)
    .action(async ({ purge, ...options }: PlaceOptions & { purge: boolean }) => {
      const problem = await removeService(findPlace(options), purge);
      console.log(
        purge ? 'The agent and its files are removed.' : 'The agent is stopped, and its service is removed.',
      );
      if (problem) {
        console.log(
          `The token of the device is still valid, because ${problem}. Delete the device in the console.`,
        );
      }
    });
  addPlaceOptions(service.command('status'))
    .description(`Shows whether the agent is running. Exit code ${notRunning}: it is not.`)
    .option('--data <folder>', 'folder for the files of the agent')
    .action((options: PlaceOptions) => {
      const { isRunning, sentences } = describeService(findPlace(options));
      console.log(sentences.join('\n'));
      process.exitCode = isRunning ? 0 : notRunning;
    });
}

function addPlaceOptions(command: Command): Command {
  return command
    .option('--user', 'for this user, also as root (default: for the system as root, else for this user)')
    .option('--background', 'a process in the background, also where the system has a service manager');
}

async function installAndReport(command: Command, options: PlaceOptions & DeviceOptions): Promise<void> {
  const key = readEnrolmentKey(options);
  hideEnrolmentKey();
  const place = findPlace(options);
  const { server, name } = options;
  const isChanged = await installService({
    place,
    key,
    enrolment: [...(server ? ['--server', server] : []), ...(name ? ['--name', name] : [])],
    options: toArguments(command),
  });
  console.log(
    isChanged ? 'The agent is installed and running.' : 'The agent is installed and running already.',
  );
  for (const note of place.manager.notes) console.log(note);
  console.log(`Log: ${place.manager.log}`);
}
