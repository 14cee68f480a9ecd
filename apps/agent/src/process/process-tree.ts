import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import treeKill from 'tree-kill';
import { hasVariable, listProcesses, readProcess, type ProcessEntry } from './process-table';

/** Environment variable that marks every process of a run. */
export const RUN_MARK = 'DROVER_RUN_ID';

/** Milliseconds that a script has to end by itself after it was told to. */
const graceMs = 5000;

/** Milliseconds after which a process that even SIGKILL does not end (it hangs in the kernel) is given up. */
const giveUpMs = 10_000;

const isLinux = process.platform === 'linux';

/** The processes of a run. Without `pid` only those are meant that carry the run's mark. */
interface ProcessTree {
  runId: string;
  pid?: number;
}

/** Tells a process from a later one that got the same pid. Undefined when there is no such process. */
export function identityOf(pid: number): string | undefined {
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

/** Ends the tree: all are told to, and after the grace the rest is killed. Nothing is left when it resolves. */
export async function endTree(tree: ProcessTree): Promise<void> {
  const beganAt = performance.now();
  const told = new Set<number>();
  for (;;) {
    const alive = isLinux ? findTree(tree) : groupOf(tree);
    const elapsedMs = performance.now() - beganAt;
    if (alive.length === 0 || elapsedMs > giveUpMs) return;
    const signal = elapsedMs < graceMs ? 'SIGTERM' : 'SIGKILL';
    for (const pid of alive) {
      if (signal === 'SIGTERM' && told.has(pid)) continue;
      told.add(pid);
      await send(pid, signal);
    }
    await delay(elapsedMs < 500 ? 10 : 50);
  }
}

/** Members of the group, descendants that left it, and whatever else carries the run's mark. */
function findTree({ runId, pid }: ProcessTree): number[] {
  const alive = listProcesses().filter((entry) => !entry.isZombie && entry.pid !== process.pid);
  const descendants = pid === undefined ? new Set<number>() : descendantsOf(pid, alive);
  return alive
    .filter(
      (entry) =>
        (pid !== undefined && entry.group === pid) ||
        descendants.has(entry.pid) ||
        hasVariable(entry.pid, `${RUN_MARK}=${runId}`),
    )
    .map((entry) => entry.pid);
}

function descendantsOf(pid: number, entries: ProcessEntry[]): Set<number> {
  const family = new Set([pid]);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const entry of entries) if (family.has(entry.parent)) family.add(entry.pid);
  }
  return family;
}

/** Elsewhere the leader stands for its tree: tree-kill finds the others. */
function groupOf({ pid }: ProcessTree): number[] {
  if (pid === undefined) return [];
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 0);
    return [pid];
  } catch {
    return [];
  }
}

async function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (isLinux) return kill(pid, signal);
  // tree-kill asks `ps` or `taskkill`, which these systems always have; small Linux images have no `ps`.
  await new Promise((resolve) => treeKill(pid, signal, resolve));
  if (process.platform !== 'win32') kill(-pid, signal);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime.
  }
}
