import { readFileSync } from 'node:fs';

/** A command line with its folder and its environment. */
export interface Command {
  file: string;
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** What the processes of one run may use together. */
export interface RunLimits {
  /** JavaScript heap of the script. All processes together may use `runtimeMb` more. */
  memoryMb: number;
  processes: number;
  /** Size of the run's work folder. */
  diskMb: number;
  /** Processors, such as 1.5. Enforced with cgroups only. */
  cpus?: number;
}

/** Megabytes that Node itself and its young generation need beside the heap of a script. */
export const runtimeMb = 64;

/** Megabytes that Node reserves for compiled code without using them. Older versions do so in a way that does not count. */
const reservedMb = Number(process.versions.node.split('.')[0]) > 20 ? 512 : 0;

/** Threads per allowed process, on average, before the system refuses to create more. */
const threadsPerProcess = 4;

/** Returns the number of threads that the system allows a run. */
export const threadsOf = (processes: number) => Math.max(processes * threadsPerProcess, 256);

interface Enforcement {
  /** Whether the processes of the run are in a user namespace of their own. */
  hasOwnUsers: boolean;
  /** Whether the run has a cgroup that limits its memory. */
  hasMemoryLimit: boolean;
}

/** Lets the system enforce what it can enforce for single processes. It enforces the rest by cgroups, or the monitor does. */
export function limitResources(command: Command, limits: RunLimits, enforcement: Enforcement): Command {
  const options = [`--fsize=${lowerOf(limits.diskMb * 1024 ** 2, 'file size')}`];
  if (!enforcement.hasMemoryLimit) {
    const dataBytes = (2 * (limits.memoryMb + runtimeMb) + 512 + reservedMb) * 1024 ** 2;
    options.push(`--data=${lowerOf(dataBytes, 'data size')}`);
  }
  // The system counts the processes of a user per user namespace. Without one, it would count those of other programs.
  if (enforcement.hasOwnUsers) options.push(`--nproc=${lowerOf(threadsOf(limits.processes), 'processes')}`);
  return prefix(command, 'prlimit', [...options, '--']);
}

/** Returns the limit, or that of the agent itself if it is lower: only root may raise it. */
function lowerOf(limit: number, name: string): number {
  const limits = readFileSync('/proc/self/limits', 'latin1');
  const own = Number(new RegExp(`^Max ${name} +\\S+ +(\\d+)`, 'm').exec(limits)?.[1] ?? Infinity);
  return Math.min(limit, own);
}

/** Returns a command that runs another program, which then runs the command. */
export function prefix({ file, args, ...rest }: Command, program: string, options: string[]): Command {
  return { ...rest, file: program, args: [...options, file, ...args] };
}
