import {
  assertExecutable,
  createSystemd,
  ensureSystemUser,
  hasSystemd,
  removeSystemUser,
  runCommand,
  type ServiceManager,
  type SystemUser,
} from '@drover/service-manager';
import { existsSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { readSettings, type Settings } from '../../context/settings';
import { readSources } from '../../context/settings-sources';
import { assertPortIsFree, isHealthy, localUrl } from './health';
import { changeSettings, findSettings, readSettingsFile, writeSettingsFile } from './settings-file';
import { createUnit, type ServerDefinition } from './systemd-unit';

/** Name of the unit, and of the user of the system's service. */
const serviceName = 'drover-server';

/** Milliseconds that a server has to start. Migrations of a large database take longer, which is not an error. */
const startTimeoutMs = 60_000;

/** Where the service is. */
export interface Place {
  /** Whether it belongs to the calling user, and not to the system. */
  isUser: boolean;
  /** Folder of the service, and the data directory unless the settings name another. */
  home: string;
  settingsFile: string;
  manager: ServiceManager<ServerDefinition>;
}

export function findPlace({ user = false }: { user?: boolean }): Place {
  const isUser = user || process.getuid?.() !== 0;
  if (!hasSystemd(isUser)) {
    throw new Error(
      'systemd does not run here. Let the service manager of this system run: drover-server --config <file>',
    );
  }
  const configFolder = isUser ? (process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')) : '/etc';
  return {
    isUser,
    home: isUser ? join(homedir(), '.local/share', serviceName) : join('/var/lib', serviceName),
    settingsFile: join(configFolder, serviceName, 'settings.env'),
    manager: createSystemd({ name: serviceName, title: 'The server', isUser, createUnit }),
  };
}

/** Writes the settings file, and installs and starts the service. Returns whether anything had to be changed. */
export async function installService(place: Place): Promise<boolean> {
  const { manager, home, settingsFile, isUser } = place;
  const program = [process.execPath, findProgram()];
  const before = readSettingsFile(settingsFile);
  const text = changeSettings(before, { ...defaultSettings(home, before), ...findSettings(process.env) });
  const settings = readSettings(readSources(parseEnv(text)));
  if (!manager.isRunning()) await assertPortIsFree(settings, settingsFile);

  const user = isUser ? undefined : ensureSystemUser(serviceName, home);
  if (user) assertExecutable(program, user);
  const isOther = text !== before || !existsSync(settingsFile);
  if (isOther) writeSettingsFile(settingsFile, text, user);
  const dataDir = resolve(home, settings.DATA_DIR);
  createFolders([home, dataDir], user);
  const command = [...program, '--config', settingsFile, 'start'];
  const writableFolders = [...new Set([home, dataDir])];
  const isChanged = manager.install({ command, dataFolder: home, writableFolders, user });
  if (isOther && !isChanged) restart(place);
  await untilHealthy(place, settings);
  return isChanged || isOther;
}

/** npm deletes the programs of npx now and then. */
function findProgram(): string {
  const program = realpathSync(process.argv[1] ?? '');
  if (!program.includes('/_npx/')) return program;
  throw new Error(
    'npx keeps programs for a while only. Install the server first: npm install --global @drover/server',
  );
}

function defaultSettings(home: string, text: string): Record<string, string> {
  const { DATA_DIR, DATABASE_URL, DATABASE_URL_FILE } = parseEnv(text);
  return DATA_DIR || DATABASE_URL || DATABASE_URL_FILE ? {} : { DATA_DIR: home };
}

/** Creates missing folders as the user of the service. */
function createFolders(folders: string[], user: SystemUser | undefined): void {
  for (const folder of folders.filter((path) => !existsSync(path))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user) runCommand('chown', [`${user.uid}:${user.gid}`, folder]);
  }
}

function restart({ isUser }: Place): void {
  runCommand('systemctl', [...(isUser ? ['--user'] : []), 'restart', `${serviceName}.service`]);
}

async function untilHealthy({ manager }: Place, settings: Settings): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  while (!manager.isRunning() || !(await isHealthy(settings))) {
    if (performance.now() > until) {
      throw new Error(`The server did not start within a minute. Its log says why: ${manager.log}`);
    }
    await delay(200);
  }
}

/** Removes the service. With `isPurged` also its settings, its folder with the data, and its user. Returns what is left. */
export function removeService({ manager, home, settingsFile, isUser }: Place, isPurged: boolean): string[] {
  const dataDir = readDataDir(home, settingsFile);
  manager.uninstall();
  if (isPurged) {
    rmSync(settingsFile, { force: true });
    if (existsSync(dirname(settingsFile))) rmdirSync(dirname(settingsFile));
    if (isUser) rmSync(home, { recursive: true, force: true });
    else removeSystemUser(serviceName, home);
  }
  return [settingsFile, home, dataDir].filter(
    (path, index, all) => existsSync(path) && all.indexOf(path) === index,
  );
}

/** Returns the data directory, also if the settings are invalid. */
function readDataDir(home: string, settingsFile: string): string {
  return resolve(home, parseEnv(readSettingsFile(settingsFile)).DATA_DIR ?? '.drover');
}

/** Returns whether the service is running, and sentences about it. */
export async function describeService(place: Place): Promise<{ isRunning: boolean; sentences: string[] }> {
  const { manager, home, settingsFile } = place;
  if (!manager.isInstalled()) return { isRunning: false, sentences: ['The service is not installed.'] };
  const settings = readSettings(readSources({}, settingsFile));
  const isRunning = manager.isRunning() && (await isHealthy(settings));
  return {
    isRunning,
    sentences: [
      isRunning ? `The server is running (${manager.name}).` : 'The server is not running.',
      `Console: ${settings.PUBLIC_URL ?? localUrl(settings)}`,
      `Settings: ${settingsFile}`,
      settings.DATABASE_URL ? 'Database: PostgreSQL' : `Data: ${resolve(home, settings.DATA_DIR)}`,
      `Log: ${manager.log}`,
    ],
  };
}
