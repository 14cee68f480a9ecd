import { Command, type Argument } from 'commander';
import { styleText } from 'node:util';
import { version } from '../package.json';
import { addAddDevice } from './commands/add-device';
import { addCompletion } from './commands/completion';
import { addDev } from './commands/dev';
import { addDeviceGroups } from './commands/device-groups';
import { addDevices } from './commands/devices';
import { addExec } from './commands/exec';
import { addJobs } from './commands/jobs';
import { addLogin } from './commands/login';
import { addLogs } from './commands/logs';
import { addMcp } from './commands/mcp';
import { addMessages } from './commands/messages';
import { addPresets } from './commands/presets';
import { addPublishing } from './commands/publishing';
import { addPush } from './commands/push';
import { addRun } from './commands/run';
import { addSchedules } from './commands/schedules';
import { addScripts } from './commands/scripts';
import { addSecrets } from './commands/secrets';
import { addServe } from './commands/serve';
import { addStop } from './commands/stop';
import { addTokens } from './commands/tokens';
import { addWebhooks } from './commands/webhooks';

const help = `
Environment:
  DROVER_URL     address of the service; goes over what \`drover login\` kept
  DROVER_TOKEN   access token (hmp_…); goes over what \`drover login\` kept
  NO_COLOR       no colours; without a terminal there are none anyway

Exit codes:
  0    all went well
  1    a run ended otherwise than succeeded, or what was waited for did not come
  2    the command line is wrong
  3    the service cannot be reached
  4    not signed in, or the access token is refused or may not do this
  5    there is no such thing, or the service refuses to do this with it
  130  Ctrl-C

Examples:
  $ drover login http://127.0.0.1:3000
  $ drover add-device
  $ drover exec -c 'console.log("hello")' --device all
  $ drover dev hello.js --device "Front desk"`;

/** In the order of the help. */
const commands = [
  ...[addLogin, addDevices, addAddDevice, addScripts, addDev, addRun, addExec],
  ...[addLogs, addJobs, addStop, addPush, addPublishing, addMessages, addTokens],
  ...[addDeviceGroups, addPresets, addSchedules, addSecrets, addWebhooks],
  ...[addMcp, addServe, addCompletion],
];

/** The command line. */
export function createProgram(): Command {
  const program = new Command('drover')
    .description('Run scripts on your devices, follow them, stop them.')
    .version(version)
    .usage('<command> [options]')
    .helpCommand(false)
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: (text) => styleText('bold', text, { validateStream: false }),
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(usageOf)].join(' '),
    })
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride()
    .addHelpText('after', help);
  for (const add of commands) add(program);
  return program;
}

function usageOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
