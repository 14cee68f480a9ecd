import type { RunCgroup } from '../cgroup/run-cgroup';
import { runtimeMb, type RunLimits } from '../isolation/command';
import { measureFolder } from './folder-size';
import { readMemory } from './memory';
import { listProcesses } from './process-table';
import { findFamily } from './process-tree';

/** Milliseconds between two samples of processes and memory. A run can exceed a limit for so long. */
const processIntervalMs = 250;

/** Milliseconds between two samples of a work folder. */
const diskIntervalMs = 1000;

/** A run whose processes and files are measured. */
interface MonitoredRun {
  pid: number;
  workFolder: string;
  cgroup?: RunCgroup;
  /** Called once, with the reason for the result of the run. */
  onExceeded: (reason: string) => void;
}

/**
 * Measures the runs while they are running, and reports the first limit that one exceeds. One sample serves all runs.
 * Processes and memory are measured on Linux only, because other systems have no /proc.
 */
export class RunMonitor {
  private readonly runs = new Set<MonitoredRun>();
  private processTimer?: NodeJS.Timeout;

  constructor(
    private readonly limits: RunLimits,
    /** Whether the runs have cgroups that limit their memory. */
    private readonly hasMemoryLimit: boolean,
  ) {}

  /** Returns the function that ends the measurement. */
  watch(run: MonitoredRun): () => void {
    this.runs.add(run);
    if (process.platform === 'linux') {
      this.processTimer ??= setInterval(() => this.sampleProcesses(), processIntervalMs);
    }
    const diskTimer = setTimeout(() => void this.sampleDisk(run, diskTimer), diskIntervalMs);
    return () => {
      clearTimeout(diskTimer);
      this.forget(run);
    };
  }

  private forget(run: MonitoredRun): void {
    this.runs.delete(run);
    if (this.runs.size > 0) return;
    clearInterval(this.processTimer);
    this.processTimer = undefined;
  }

  private sampleProcesses(): void {
    const entries = [...this.runs].some(({ cgroup }) => !cgroup) ? listProcesses() : [];
    for (const run of this.runs) {
      const members = run.cgroup?.listProcesses() ?? findFamily(run.pid, entries).map(({ pid }) => pid);
      const reason = this.checkProcesses(members);
      if (reason) this.report(run, reason);
    }
  }

  private checkProcesses(members: number[]): string | undefined {
    const { processes, memoryMb } = this.limits;
    if (members.length > processes) {
      return `too many processes: the run had ${members.length}, the limit is ${processes}`;
    }
    if (this.hasMemoryLimit) return undefined;
    const maxBytes = (memoryMb + runtimeMb) * 1024 ** 2;
    const bytes = members.reduce((sum, pid) => sum + readMemory(pid), 0);
    return bytes > maxBytes ? `out of memory: the run needed more than ${memoryMb} MB` : undefined;
  }

  private async sampleDisk(run: MonitoredRun, timer: NodeJS.Timeout): Promise<void> {
    const maxBytes = this.limits.diskMb * 1024 ** 2;
    const bytes = await measureFolder(run.workFolder, maxBytes);
    if (!this.runs.has(run)) return;
    if (bytes > maxBytes) {
      return this.report(
        run,
        `out of disk space: the run wrote more than ${this.limits.diskMb} MB to its folder`,
      );
    }
    timer.refresh();
  }

  private report(run: MonitoredRun, reason: string): void {
    this.forget(run);
    run.onExceeded(reason);
  }
}
