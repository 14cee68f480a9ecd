import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux describes it in /proc. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** Clock ticks since boot. Together with the pid it identifies a process. */
  startTicks: string;
  isZombie: boolean;
}

export function readProcess(pid: number): ProcessEntry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets, which may itself contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      group: Number(fields[2]),
      startTicks: fields[19],
      isZombie: fields[0] === 'Z' || fields[0] === 'X',
    };
  } catch {
    return undefined;
  }
}

export function listProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== undefined);
}

/** Whether the process was started with this environment variable. False for processes of other users. */
export function hasEnvironmentVariable(pid: number, assignment: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(assignment);
  } catch {
    return false;
  }
}
