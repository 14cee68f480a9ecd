import type { Command } from 'commander';
import { describeService, findPlace, installService, removeService } from './service';

/** Exit code of `status` if the server is not running, as that of systemctl. */
const notRunning = 3;

interface PlaceOptions {
  user?: true;
}

/** Registers `drover-server service …`. */
export function registerService(program: Command): void {
  const service = program.command('service').description('keep the server running by systemd');
  const addCommand = (name: string, description: string) =>
    service
      .command(name)
      .description(description)
      .option('--user', 'for this user, also as root (default: for the system as root, else for this user)')
      .hook('preAction', () => refuseConfig(program));

  addCommand(
    'install',
    'install and start the service; settings in the environment are written to its settings file',
  ).action(install);
  addCommand('uninstall', 'stop and remove the service; its data and settings stay')
    .option('--purge', 'remove its settings and its data with the database, too', false)
    .action(uninstall);
  addCommand('status', `show whether the server is running; exit code ${notRunning}: it is not`).action(
    async (options: PlaceOptions) => {
      const { isRunning, sentences } = await describeService(findPlace(options));
      console.log(sentences.join('\n'));
      process.exitCode = isRunning ? 0 : notRunning;
    },
  );
}

function refuseConfig(program: Command): void {
  if (!program.opts<{ config?: string }>().config) return;
  throw new Error('The service has a settings file of its own. Leave out --config, and edit that file.');
}

async function install(options: PlaceOptions): Promise<void> {
  const place = findPlace(options);
  const isChanged = await installService(place);
  const { sentences } = await describeService(place);
  console.log(`The server is installed and running${isChanged ? '' : ' already'}.`);
  console.log([...sentences.slice(1), ...place.manager.notes].join('\n'));
}

function uninstall({ purge, ...options }: PlaceOptions & { purge: boolean }): void {
  const left = removeService(findPlace(options), purge);
  console.log('The server is stopped, and its service is removed.');
  if (left.length > 0) console.log(`Left in place: ${left.join(', ')}`);
}
