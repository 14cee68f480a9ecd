import {
  asUser,
  assertExecutable,
  createSystemd,
  ensureSystemUser,
  hasSystemd,
  removeSystemUser,
  type ServiceManager,
  type SystemUser,
} from '@drover/service-manager';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCredential, type Credential } from '../device/credential';
import { deleteDataFolder, openDataFolder, type DataFolder } from '../device/data-folder';
import { withdrawCredential } from '../device/withdraw';
import { getMainFile } from '../programs/programs';
import { readCurrent } from '../update/versions';
import { createBackground, readAgentPid } from './background';
import { createLaunchd } from './launchd';
import { createUnit } from './systemd-unit';

/** Name of the unit, and of the user of the system's service. */
const serviceName = 'drover-agent';

/** Home of the agent's user, and its data folder. */
const systemFolder = '/var/lib/drover-agent';

/** Milliseconds that an agent has to start. */
const startTimeoutMs = 30_000;

/** Where the service is. */
export interface Place {
  /** Whether it belongs to the calling user, and not to the system. */
  isUser: boolean;
  dataFolder: string;
  manager: ServiceManager;
}

export interface PlaceOptions {
  /** For the calling user, although it is root. */
  user?: boolean;
  /** Without the service manager of the system. */
  background?: boolean;
  data?: string;
}

export function findPlace({ user = false, background = false, data }: PlaceOptions): Place {
  const isUser = user || process.getuid?.() !== 0;
  if (process.platform === 'win32') {
    throw new Error(
      'There is no service for Windows yet. Start drover-agent by a task of the Task Scheduler.',
    );
  }
  if (process.platform === 'darwin' && !isUser) {
    throw new Error('On macOS the agent belongs to a user. Install it without sudo.');
  }
  const dataFolder = resolve(data ?? (isUser ? userFolder() : systemFolder));
  return { isUser, dataFolder, manager: chooseManager(dataFolder, isUser, background) };
}

function userFolder(): string {
  return process.env.DROVER_AGENT_DATA ?? join(homedir(), '.drover-agent');
}

function chooseManager(dataFolder: string, isUser: boolean, isBackground: boolean): ServiceManager {
  if (!isBackground && process.platform === 'darwin') return createLaunchd();
  if (!isBackground && hasSystemd(isUser)) {
    return createSystemd({ name: serviceName, title: 'The agent', isUser, createUnit });
  }
  return createBackground(dataFolder);
}

interface Installation {
  place: Place;
  /** Options of `enrol`. */
  enrolment: string[];
  /** Further options of the agent. */
  options: string[];
  key?: string;
}

/** Enrols the device, and installs and starts its service. Returns whether anything had to be changed. */
export async function installService(installation: Installation): Promise<boolean> {
  const { place, options } = installation;
  const { manager, dataFolder } = place;
  const mainFile = getMainFile();
  const user = await prepare(installation, [process.execPath, mainFile]);
  removeUpdates(place);
  const launcher = join(dirname(mainFile), 'launcher.js');
  const command = [process.execPath, launcher, ...options, '--data', dataFolder];
  const isChanged = manager.install({ command, dataFolder, user });
  await untilStarted(place);
  return isChanged;
}

/** Removes what updates have installed, so that this program runs. */
function removeUpdates({ dataFolder, manager }: Place): void {
  const folder = openDataFolder(dataFolder);
  if (readCurrent(folder) === undefined) return;
  manager.uninstall();
  rmSync(folder.versions, { recursive: true, force: true });
}

/** Creates the user of the agent and enrols the device. Leaves nothing behind if that fails. */
async function prepare(
  { place, enrolment, key }: Installation,
  program: string[],
): Promise<SystemUser | undefined> {
  const { dataFolder, isUser } = place;
  const isNew = !existsSync(dataFolder);
  try {
    const user = isUser ? undefined : ensureSystemUser(serviceName, systemFolder);
    if (user) assertExecutable(program, user);
    enrolAs(user, [...program, 'enrol', '--data', dataFolder, ...enrolment], key);
    return user;
  } catch (error) {
    if (isNew) await purge(place);
    throw error;
  }
}

/** Enrols in a process of the agent's user, so that all files belong to it. Shows its messages. */
function enrolAs(user: SystemUser | undefined, command: string[], key: string | undefined): void {
  const [file = '', ...args] = command;
  const { status, error } = spawnSync(file, args, {
    ...asUser(user, systemFolder),
    env: { ...process.env, ...(user && { HOME: systemFolder }), ...(key && { DROVER_ENROLMENT_KEY: key }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error('The device could not be enrolled. Nothing was installed.');
}

async function untilStarted({ manager, dataFolder }: Place): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  while (!manager.isRunning() || readAgentPid(dataFolder) === undefined) {
    if (performance.now() > until) throw new Error(`The agent did not start. Its log: ${manager.log}`);
    await delay(100);
  }
}

/**
 * Removes the service. With `isPurged` also the data folder with the credential, which is withdrawn at the server, and the
 * user of the agent. Returns why the credential could not be withdrawn, or nothing.
 */
export async function removeService(place: Place, isPurged: boolean): Promise<string | undefined> {
  place.manager.uninstall();
  createBackground(place.dataFolder).uninstall();
  return isPurged ? purge(place) : undefined;
}

async function purge({ dataFolder, isUser }: Place): Promise<string | undefined> {
  const problem = existsSync(dataFolder) ? await deleteData(dataFolder) : undefined;
  if (!isUser) removeSystemUser(serviceName, systemFolder);
  return problem;
}

async function deleteData(dataFolder: string): Promise<string | undefined> {
  const folder = openDataFolder(dataFolder);
  const credential = readUsableCredential(folder);
  const problem = credential && (await withdrawCredential(credential));
  deleteDataFolder(folder);
  return problem;
}

/** A damaged file is deleted like any other. */
function readUsableCredential(folder: DataFolder): Credential | undefined {
  try {
    return readCredential(folder);
  } catch {
    return undefined;
  }
}

/** Returns whether the service is running, and sentences about it. */
export function describeService({ manager, dataFolder }: Place): { isRunning: boolean; sentences: string[] } {
  const pid = readAgentPid(dataFolder);
  const isRunning = manager.isRunning() && pid !== undefined;
  if (!manager.isInstalled()) return { isRunning, sentences: ['The service is not installed.'] };
  const credential = readCredential(openDataFolder(dataFolder));
  return {
    isRunning,
    sentences: [
      isRunning ? `The agent is running (${manager.name}, process ${pid}).` : 'The agent is not running.',
      ...(credential ? [`Device: ${credential.name} on ${credential.server}`] : []),
      `Data: ${dataFolder}`,
      `Log: ${manager.log}`,
    ],
  };
}
