import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prefix, type Command } from '../isolation/command';
import { listMembers, removeGroup } from './hierarchy';

/** Milliseconds that the kernel has to remove the processes of an ended run. */
const removalTimeoutMs = 2000;

/** Moves the shell into a cgroup, and becomes the command. */
const enterAndExecute = 'echo 0 > "$0" && exec "$@"';

/**
 * The cgroup of a run. It has the limits, and its child the processes: a script that gets a cgroup namespace of its own
 * sees the child only.
 */
export class RunCgroup {
  private readonly members: string;

  constructor(private readonly folder: string) {
    this.members = join(folder, 'processes');
  }

  /** Creates the cgroup with limits, which are the content of its files by name. */
  create(limits: Record<string, string>): this {
    mkdirSync(this.folder, { recursive: true });
    for (const [name, limit] of Object.entries(limits)) this.write(name, limit);
    mkdirSync(this.members, { recursive: true });
    return this;
  }

  /** Returns a command whose processes are in the cgroup from the first instruction on. */
  enter(command: Command): Command {
    return prefix(command, 'sh', ['-c', enterAndExecute, join(this.members, 'cgroup.procs')]);
  }

  listProcesses(): number[] {
    try {
      return listMembers(this.members);
    } catch {
      return [];
    }
  }

  /** Whether a process is left, also one in a cgroup that the script has created. */
  isPopulated(): boolean {
    return this.readCount('cgroup.events', 'populated') > 0;
  }

  /** Kills all processes at once, also those that are being created. */
  kill(): void {
    if (existsSync(this.folder)) this.write('cgroup.kill', '1');
  }

  /** Whether the system killed the run because it reached its memory limit. */
  isOutOfMemory(): boolean {
    return this.readCount('memory.events', 'oom') > 0 && this.readCount('memory.events', 'oom_kill') > 0;
  }

  /** Removes the cgroup once its processes are gone. What the kernel keeps for longer is removed at the next start. */
  async remove(): Promise<void> {
    const until = performance.now() + removalTimeoutMs;
    while (!removeTree(this.folder) && performance.now() < until) await delay(20);
  }

  private readCount(file: string, key: string): number {
    try {
      const text = readFileSync(join(this.folder, file), 'latin1');
      return Number(new RegExp(`^${key} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  private write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }
}

/** Removes a cgroup with its children. */
function removeTree(folder: string): boolean {
  if (!existsSync(folder)) return true;
  const children = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return children.every(({ name }) => removeTree(join(folder, name))) && removeGroup(folder);
}
