import type { Command, RunLimits } from './command';

/** How the processes of runs are separated from the agent. The server shows it for the device. */
type IsolationMethod = 'bubblewrap' | 'unshare' | 'none';

/** The process of a script before it is isolated. */
export interface ScriptCommand extends Command {
  /** Files and folders of the agent's program that the process reads. */
  programPaths: string[];
}

/** Starts scripts in a way that separates them from the agent, as far as the system offers it. */
export interface Sandbox {
  method: IsolationMethod;
  /** Whether all processes of a run are in a PID namespace, and end with it. */
  hasOwnProcesses: boolean;
  isolate(command: ScriptCommand): Command;
}

export interface SandboxOptions {
  /** Data folder of the agent, which scripts must not read. */
  dataFolder: string;
  limits: RunLimits;
  /** Whether the runs have cgroups that limit their memory. */
  hasMemoryLimit: boolean;
  /** Folders that scripts may write to, beside the folder of their run. */
  writable: string[];
}
