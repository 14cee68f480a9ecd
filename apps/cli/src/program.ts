import { type Argument, Command } from 'commander';
import { styleText } from 'node:util';
import { version } from '../package.json';
import { registerAccounts } from './commands/accounts';
import { registerAddDevice } from './commands/add-device';
import { registerApi } from './commands/api';
import { registerApprovals } from './commands/approvals';
import { registerDirectory } from './commands/directory';
import { registerArchives } from './commands/archives';
import { registerAudit } from './commands/audit';
import { registerCompletion } from './commands/completion';
import { registerContexts } from './commands/contexts';
import { registerDev } from './commands/dev';
import { registerDeviceGroups } from './commands/device-groups';
import { registerDevices } from './commands/devices';
import { registerEvents } from './commands/events';
import { registerExec } from './commands/exec';
import { registerHelp } from './commands/help';
import { registerFailures } from './commands/failures';
import { registerIdentities } from './commands/identities';
import { registerJobs } from './commands/jobs';
import { registerLogin } from './commands/login';
import { registerLogs } from './commands/logs';
import { registerMcp } from './commands/mcp';
import { registerMessages } from './commands/messages';
import { registerPasskeys } from './commands/passkeys';
import { registerPresets } from './commands/presets';
import { registerPublishing } from './commands/publishing';
import { registerPush } from './commands/push';
import { registerRepositories } from './commands/repositories';
import { registerRevisions } from './commands/revisions';
import { registerRun } from './commands/run';
import { registerRuns } from './commands/runs';
import { registerSchedules } from './commands/schedules';
import { registerScripts } from './commands/scripts';
import { registerSecondFactor } from './commands/second-factor';
import { registerInputFiles } from './commands/input-files';
import { registerSecrets } from './commands/secrets';
import { registerServe } from './commands/serve';
import { registerSessions } from './commands/sessions';
import { registerStatistics } from './commands/statistics';
import { registerStop } from './commands/stop';
import { registerStores } from './commands/stores';
import { registerPeople } from './commands/people';
import { registerSync } from './commands/sync';
import { registerTokens } from './commands/tokens';
import { registerUsage } from './commands/usage';
import { registerWebhooks } from './commands/webhooks';
import { registerWhoami } from './commands/whoami';
import { addGlobalOptions } from './options/global-options';

const help = `
Environment:
  DROVER_CONTEXT  context to use instead of the current one
  DROVER_URL      address of the server; takes precedence over contexts
  DROVER_TOKEN    access token (hmp_…); takes precedence over the saved one
  DROVER_DEBUG    any value is like --debug
  NO_COLOR        disables colours, which are only used on a terminal

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
  $ drover whoami
  $ drover add-device
  $ drover exec -c 'console.log("hello")' --device all
  $ drover dev hello.js --device "Front desk"`;

/** Functions that add the commands, in the order of the help. */
const registrations = [
  ...[registerLogin, registerContexts, registerWhoami],
  ...[registerDevices, registerAddDevice, registerScripts, registerDev, registerRun, registerExec],
  ...[
    registerLogs,
    registerJobs,
    registerFailures,
    registerRuns,
    registerStop,
    registerEvents,
    registerPush,
    registerSync,
    registerRevisions,
  ],
  ...[registerPublishing, registerMessages, registerTokens],
  ...[
    registerDeviceGroups,
    registerPresets,
    registerSchedules,
    registerSecrets,
    registerStores,
    registerInputFiles,
  ],
  ...[registerRepositories, registerWebhooks],
  ...[registerAccounts, registerPeople, registerSessions, registerSecondFactor, registerPasskeys],
  ...[registerIdentities, registerDirectory, registerApprovals],
  registerArchives,
  ...[registerAudit, registerStatistics, registerUsage, registerApi],
  ...[registerMcp, registerServe, registerCompletion, registerHelp],
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
      showGlobalOptions: true,
      styleTitle: (text) => styleText('bold', text, { validateStream: false }),
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(formatArgument)].join(' '),
    })
    .showHelpAfterError('(see --help for usage)')
    .exitOverride()
    .addHelpText('after', help);
  addGlobalOptions(program);
  for (const add of registrations) add(program);
  return program;
}

function formatArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}
