import { type Argument, Command } from 'commander';
import { styleText } from 'node:util';
import { version } from '../package.json';
import { registerAddDevice } from './commands/add-device';
import { registerCompletion } from './commands/completion';
import { registerDev } from './commands/dev';
import { registerDeviceGroups } from './commands/device-groups';
import { registerDevices } from './commands/devices';
import { registerExec } from './commands/exec';
import { registerJobs } from './commands/jobs';
import { registerLogin } from './commands/login';
import { registerLogs } from './commands/logs';
import { registerMcp } from './commands/mcp';
import { registerMessages } from './commands/messages';
import { registerPresets } from './commands/presets';
import { registerPublishing } from './commands/publishing';
import { registerPush } from './commands/push';
import { registerRun } from './commands/run';
import { registerSchedules } from './commands/schedules';
import { registerScripts } from './commands/scripts';
import { registerSecrets } from './commands/secrets';
import { registerServe } from './commands/serve';
import { registerStatistics } from './commands/statistics';
import { registerStop } from './commands/stop';
import { registerTokens } from './commands/tokens';
import { registerWebhooks } from './commands/webhooks';

const help = `
Environment:
  DROVER_URL     address of the server; overrides what \`drover login\` saved
  DROVER_TOKEN   access token (hmp_…); overrides what \`drover login\` saved
  NO_COLOR       disables colours, which are only used on a terminal

Exit codes:
  0    success
  1    a run did not succeed, or a wait timed out
  2    invalid usage
  3    the server cannot be reached
  4    not signed in, or the access token is invalid or lacks a scope
  5    not found, or rejected by the server
  130  interrupted by Ctrl-C

Examples:
  $ drover login http://127.0.0.1:3000
  $ drover add-device
  $ drover exec -c 'console.log("hello")' --device all
  $ drover dev hello.js --device "Front desk"`;

/** Functions that add the commands, in the order of the help. */
const registrations = [
  ...[
    registerLogin,
    registerDevices,
    registerAddDevice,
    registerScripts,
    registerDev,
    registerRun,
    registerExec,
  ],
  ...[
    registerLogs,
    registerJobs,
    registerStop,
    registerPush,
    registerPublishing,
    registerMessages,
    registerTokens,
  ],
  ...[
    registerDeviceGroups,
    registerPresets,
    registerSchedules,
    registerSecrets,
    registerWebhooks,
    registerStatistics,
  ],
  ...[registerMcp, registerServe, registerCompletion],
];

/** Creates the command line parser with all commands. */
export function createProgram(): Command {
  const program = new Command('drover')
    .description('Run scripts on your devices, follow their logs, and stop them.')
    .version(version, '-V, --version', 'Show the version')
    .usage('<command> [options]')
    .helpCommand(false)
    .helpOption('-h, --help', 'Show help')
    .configureHelp({
      minWidthToWrap: 20,
      styleTitle: (text) => styleText('bold', text, { validateStream: false }),
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(formatArgument)].join(' '),
    })
    .showHelpAfterError('(see --help for usage)')
    .exitOverride()
    .addHelpText('after', help);
  for (const add of registrations) add(program);
  return program;
}

function formatArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
