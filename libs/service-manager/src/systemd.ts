import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isSuccessful, runCommand } from './run-command';
import type { ServiceDefinition, ServiceManager } from './service-manager';

/** Returns whether systemd manages the services of this system, or with `isUser` those of this user. */
export function hasSystemd(isUser: boolean): boolean {
  if (process.platform !== 'linux' || !existsSync('/run/systemd/system')) return false;
  return !isUser || isSuccessful('systemctl', ['--user', 'show-environment']);
}

interface SystemdOptions<Definition extends ServiceDefinition> {
  /** Name of the unit, such as drover-agent. */
  name: string;
  /** The program in messages, such as "The agent". */
  title: string;
  /** Whether the service belongs to the calling user, and not to the system. */
  isUser: boolean;
  /** Returns the unit file. */
  createUnit: (definition: Definition, isUser: boolean) => string;
}

/** Installs a program as a systemd unit of the system, or of the calling user. */
export function createSystemd<Definition extends ServiceDefinition = ServiceDefinition>(
  options: SystemdOptions<Definition>,
): ServiceManager<Definition> {
  const { name, title, isUser, createUnit } = options;
  const unitName = `${name}.service`;
  const scope = isUser ? ['--user'] : [];
  const systemctl = (...args: string[]) => runCommand('systemctl', [...scope, ...args]);
  const path = join(isUser ? userUnitFolder() : '/etc/systemd/system', unitName);
  const isInstalled = () => existsSync(path);
  const isRunning = () => isSuccessful('systemctl', [...scope, 'is-active', '--quiet', unitName]);
  return {
    name: 'systemd',
    log: `journalctl ${[...scope, '-u'].join(' ')} ${name}`,
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
      if (isUser && isNew) this.notes.push(...keepAfterLogout(title));
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
function keepAfterLogout(title: string): string[] {
  const { username } = userInfo();
  const isLingering = existsSync(join('/var/lib/systemd/linger', username));
  if (isLingering || isSuccessful('loginctl', ['enable-linger', username])) return [];
  return [
    `${title} ends when you log out. To keep it running, run as root: loginctl enable-linger ${username}`,
  ];
}

/** Quotes an argument of ExecStart. systemd replaces specifiers and variables also in quotes. */
export function quoteArgument(argument: string): string {
  const escaped = argument
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('$', '$$$$');
  return `"${escaped}"`;
}
