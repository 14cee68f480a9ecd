import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isSuccessful, runCommand } from './run-command';
import type { ServiceDefinition, ServiceManager } from './service-manager';

const unitName = 'drover-agent.service';

/** Seconds that the agent has to stop its runs and to report their end. It takes at most 16. */
const stopSeconds = 30;

/** Returns whether systemd manages the services of this system, or with `isUser` those of this user. */
export function hasSystemd(isUser: boolean): boolean {
  if (process.platform !== 'linux' || !existsSync('/run/systemd/system')) return false;
  return !isUser || isSuccessful('systemctl', ['--user', 'show-environment']);
}

/** Installs the agent as a systemd unit of the system, or of the calling user. */
export function createSystemd(isUser: boolean): ServiceManager {
  const scope = isUser ? ['--user'] : [];
  const systemctl = (...args: string[]) => runCommand('systemctl', [...scope, ...args]);
  const path = join(isUser ? userUnitFolder() : '/etc/systemd/system', unitName);
  const isInstalled = () => existsSync(path);
  const isRunning = () => isSuccessful('systemctl', [...scope, 'is-active', '--quiet', unitName]);
  return {
    name: 'systemd',
    log: `journalctl ${[...scope, '-u'].join(' ')} drover-agent`,
    notes: [],
    isInstalled,
    isRunning,
    install(definition) {
      const unit = createUnit(definition, isUser);
      const isNew = !isInstalled() || readFileSync(path, 'utf8') !== unit;
      if (isNew) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, unit);
        systemctl('daemon-reload');
      }
      const isChanged = isNew || !isRunning();
      systemctl('enable', '--quiet', unitName);
      if (isChanged) systemctl('restart', unitName);
      if (isUser && isNew) this.notes.push(...keepAfterLogout());
      return isChanged;
    },
    uninstall() {
      if (!isInstalled()) return;
      systemctl('disable', '--quiet', '--now', unitName);
      rmSync(path);
      systemctl('daemon-reload');
      isSuccessful('systemctl', [...scope, 'reset-failed', unitName]);
    },
  };
}

function userUnitFolder(): string {
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'systemd/user');
}

/** Lets the services of the user run without a session. Returns what the user has to do if it is not permitted. */
function keepAfterLogout(): string[] {
  const { username } = userInfo();
  const isLingering = existsSync(join('/var/lib/systemd/linger', username));
  if (isLingering || isSuccessful('loginctl', ['enable-linger', username])) return [];
  return [
    `The agent ends when you log out. To keep it running, run as root: loginctl enable-linger ${username}`,
  ];
}

/**
 * Returns the unit file. It leaves out protections that keep sandboxes of runs from working, such as restricted
 * namespaces or a masked /proc.
 */
export function createUnit({ command, user }: ServiceDefinition, isUser: boolean): string {
  const owner = user ? `User=${user.name}\nGroup=${user.name}\nProtectSystem=full\n` : '';
  return `[Unit]
Description=Drover agent
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
${owner}ExecStart=${command.map(quoteArgument).join(' ')}
Restart=on-failure
RestartSec=5
# The device was removed, its credential was withdrawn, or another agent took over.
RestartPreventExitStatus=3 4

# On stop the agent ends its runs and reports that. Afterwards systemd kills what is left.
KillMode=mixed
TimeoutStopSec=${stopSeconds}
Delegate=yes

NoNewPrivileges=yes
RestrictSUIDSGID=yes
LockPersonality=yes

# All runs together. A run that needs more than its own limit does not end the others.
MemoryHigh=70%
MemoryMax=80%
TasksMax=4096
OOMPolicy=continue

[Install]
WantedBy=${isUser ? 'default.target' : 'multi-user.target'}
`;
}

/** Quotes an argument of ExecStart. systemd replaces specifiers and variables also in quotes. */
function quoteArgument(argument: string): string {
  const escaped = argument
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$');
  return `"${escaped}"`;
}
