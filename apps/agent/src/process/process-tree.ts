import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import treeKill from 'tree-kill';
import type { RunCgroup } from '../cgroup/run-cgroup';
import { hasEnvironmentVariable, listProcesses, readProcess, type ProcessEntry } from './process-table';

/** Environment variable that every process of a run inherits, with the run's ID. */
export const RUN_ID_VARIABLE = 'DROVER_RUN_ID';

/** Milliseconds between SIGTERM and SIGKILL. */
const defaultGraceMs = 5000;

/** Milliseconds after which to give up on a process that even SIGKILL does not end, because it hangs in the kernel. */
const killTimeoutMs = 10_000;

const isLinux = process.platform === 'linux';

/** The processes of a run: those of its cgroup, or else those that come from `pid` or have the run's ID in their environment. */
interface ProcessTree {
  runId: string;
  pid?: number;
  cgroup?: RunCgroup;
}

interface EndOptions {
  /** Milliseconds between SIGTERM and SIGKILL. */
  graceMs?: number;
  /** Whether the process `pid` is that of a sandbox. It gets no SIGTERM, because the whole sandbox would end with it. */
  isSandbox?: boolean;
}

/** Returns what distinguishes a process from a later one with the same pid, or undefined if there is no such process. */
export function getProcessIdentity(pid: number): string | undefined {
  if (isLinux) {
    const entry = readProcess(pid);
    return entry && !entry.isZombie ? entry.startTicks : undefined;
  }
  try {
    if (process.platform === 'win32') return process.kill(pid, 0) ? 'alive' : undefined;
    const ps = ['-o', 'lstart=', '-p', String(pid)];
    return execFileSync('ps', ps, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** Ends all processes of the tree: SIGTERM first, SIGKILL after the grace period. Resolves when none is left. */
export async function endTree(tree: ProcessTree, options: EndOptions = {}): Promise<void> {
  const { graceMs = defaultGraceMs, isSandbox = false } = options;
  const startedAt = performance.now();
  const signalled = new Set<number>();
  for (;;) {
    const alive = findAlive(tree);
    const elapsedMs = performance.now() - startedAt;
    if ((alive.length === 0 && !tree.cgroup?.isPopulated()) || elapsedMs > killTimeoutMs) return;
    const signal = elapsedMs < graceMs ? 'SIGTERM' : 'SIGKILL';
    if (signal === 'SIGKILL') tree.cgroup?.kill();
    for (const pid of alive) {
      if (signal === 'SIGTERM' && (signalled.has(pid) || (isSandbox && pid === tree.pid))) continue;
      signalled.add(pid);
      await sendSignal(pid, signal);
    }
    await delay(elapsedMs < 500 ? 10 : 50);
  }
}

function findAlive(tree: ProcessTree): number[] {
  if (tree.cgroup) return findMembers(tree.cgroup, tree.pid);
  return isLinux ? findTree(tree) : findGroupLeader(tree);
}

/** Finds the processes of a cgroup. The first one enters it just after it was started. */
function findMembers(cgroup: RunCgroup, pid: number | undefined): number[] {
  const first = pid === undefined ? undefined : readProcess(pid);
  return [...new Set([...(first && !first.isZombie ? [first.pid] : []), ...cgroup.listProcesses()])];
}

/** Finds the processes that come from the process of the run, and those that have the run's ID. */
function findTree({ runId, pid }: ProcessTree): number[] {
  const entries = listProcesses();
  const family = new Set(pid === undefined ? [] : findFamily(pid, entries).map((entry) => entry.pid));
  return entries
    .filter((entry) => !entry.isZombie && entry.pid !== process.pid)
    .map((entry) => entry.pid)
    .filter((member) => family.has(member) || hasEnvironmentVariable(member, `${RUN_ID_VARIABLE}=${runId}`));
}

/** Finds the members of the process group, and descendants that left it. */
export function findFamily(pid: number, entries: ProcessEntry[]): ProcessEntry[] {
  const alive = entries.filter((entry) => !entry.isZombie && entry.pid !== process.pid);
  const descendants = findDescendants(pid, alive);
  return alive.filter((entry) => entry.group === pid || descendants.has(entry.pid));
}

function findDescendants(pid: number, entries: ProcessEntry[]): Set<number> {
  const family = new Set([pid]);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const entry of entries) if (family.has(entry.parent)) family.add(entry.pid);
  }
  return family;
}

/** Finds the group's leader only: on these systems tree-kill finds the other processes. */
function findGroupLeader({ pid }: ProcessTree): number[] {
  if (pid === undefined) return [];
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
    return [pid];
  } catch {
    return [];
  }
}

async function sendSignal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (isLinux) return kill(pid, signal);
  // tree-kill runs `ps` or `taskkill`, which these systems always have. Small Linux images have no `ps`.
  await new Promise((resolve) => treeKill(pid, signal, resolve));
  if (process.platform !== 'win32') kill(-pid, signal);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended meanwhile.
  }
}
