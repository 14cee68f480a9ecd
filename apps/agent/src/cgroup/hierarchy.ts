import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Cgroup of the agent and its launcher, beside those of the runs. A cgroup with children must not have processes. */
const agentGroup = 'agent';

/** Why there are no cgroups for runs. */
export class CgroupProblem extends Error {}

/** A cgroup whose children are those of the runs. */
interface Base {
  folder: string;
  /** Cgroups that have to enable controllers for their children, from the top. */
  parents: string[];
}

/**
 * Returns a cgroup that belongs to the agent and may have children. That is the one that systemd has delegated to it, or
 * for root a new one. `name` is the name of a new one.
 */
export function findBase(name: string): Base {
  const root = findMount();
  const own = join(root, findOwnPath());
  if (basename(own) === agentGroup && isWritable(dirname(own))) return delegated(dirname(own));
  // The root of the whole hierarchy has no type, and may have both processes and children.
  const isRoot = !existsSync(join(own, 'cgroup.type'));
  if (!isRoot && isWritable(own) && listMembers(own).every(isOwnProcess)) return enterChild(own);
  if (process.geteuid?.() !== 0 || !isWritable(root)) {
    throw new CgroupProblem('the cgroup of the agent is not delegated to it');
  }
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return { folder, parents: [root, folder] };
}

const delegated = (folder: string): Base => ({ folder, parents: [folder] });

/** Returns the folder of the cgroup v2 hierarchy. */
function findMount(): string {
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const mount = mounts.find((line) => / - cgroup2 /.test(line));
  const [, , , root, folder] = mount?.split(' ') ?? [];
  if (!folder || root !== '/') throw new CgroupProblem('this system has no cgroup v2');
  return folder;
}

function findOwnPath(): string {
  return /^0::(\/.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
}

function isWritable(folder: string): boolean {
  try {
    for (const path of [folder, join(folder, 'cgroup.procs')]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

export function listMembers(folder: string): number[] {
  return readFileSync(join(folder, 'cgroup.procs'), 'latin1').split('\n').filter(Boolean).map(Number);
}

/** Whether a process is the agent or what started it, such as the launcher. */
function isOwnProcess(pid: number): boolean {
  return pid === process.pid || pid === process.ppid;
}

/** Moves the processes of a cgroup to a child, so that it may have other children. */
function enterChild(folder: string): Base {
  const child = join(folder, agentGroup);
  mkdirSync(child, { recursive: true });
  for (const pid of listMembers(folder)) writeFileSync(join(child, 'cgroup.procs'), String(pid));
  return delegated(folder);
}

/** Enables controllers for the children of a cgroup. Returns those that the system offers. */
export function enableControllers<Name extends string>(
  { folder, parents }: Base,
  names: readonly Name[],
): Name[] {
  for (const parent of parents) {
    for (const name of names) tryToEnable(parent, name);
  }
  const enabled = readFileSync(join(folder, 'cgroup.subtree_control'), 'latin1').trim().split(' ');
  return names.filter((name) => enabled.includes(name));
}

function tryToEnable(folder: string, name: string): void {
  try {
    writeFileSync(join(folder, 'cgroup.subtree_control'), `+${name}`);
  } catch {
    // Not offered here, or not permitted. The enabled ones are read afterwards.
  }
}

/** Removes a cgroup. Returns whether it is gone. */
export function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder);
  } catch {
    return !existsSync(folder);
  }
  return true;
}
