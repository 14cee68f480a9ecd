import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeMb, threadsOf, type RunLimits } from '../isolation/command';
import { CgroupProblem, enableControllers, findBase, removeGroup } from './hierarchy';
import { RunCgroup } from './run-cgroup';

const controllers = ['memory', 'pids', 'cpu'] as const;
type Controller = (typeof controllers)[number];

const runPrefix = 'run-';

/** Microseconds over which the system measures the processor time of a run. */
const cpuPeriod = 100_000;

interface CgroupOptions {
  dataFolder: string;
  limits: RunLimits;
}

/** The cgroups of runs, by which the system enforces limits for all processes of a run together. */
export class RunCgroups {
  private constructor(
    private readonly folder: string,
    private readonly enabled: Controller[],
    private readonly limits: RunLimits,
  ) {}

  /** Returns why the system offers no cgroups to this agent if it does not. */
  static open({ dataFolder, limits }: CgroupOptions): RunCgroups | string {
    if (process.platform !== 'linux') return `not available on ${process.platform}`;
    try {
      const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12);
      const base = findBase(`drover-agent-${name}`);
      const cgroups = new RunCgroups(base.folder, enableControllers(base, controllers), limits);
      cgroups.probe();
      return cgroups;
    } catch (error) {
      return (error as Error).message;
    }
  }

  enforces(controller: Controller): boolean {
    return this.enabled.includes(controller);
  }

  /** The limits that the system enforces, for the server. */
  get label(): string {
    const { memoryMb, processes, cpus } = this.limits;
    const limits = [
      ...(this.enforces('memory') ? [`${memoryMb} MB`] : []),
      ...(this.enforces('pids') ? [`${processes} processes`] : []),
      ...(this.enforces('cpu') && cpus !== undefined ? [`${cpus} CPUs`] : []),
    ];
    return limits.length > 0 ? `cgroup: ${limits.join(', ')}` : 'cgroup';
  }

  create(runId: string): RunCgroup {
    return new RunCgroup(this.folderOf(runId)).create(this.createLimits());
  }

  /** Returns the cgroup of a run that an earlier process of the agent started, if it has one. */
  find(runId: string): RunCgroup | undefined {
    const folder = this.folderOf(runId);
    return existsSync(folder) ? new RunCgroup(folder) : undefined;
  }

  private folderOf(runId: string): string {
    return join(this.folder, runPrefix + runId);
  }

  /** Ends and removes what earlier processes of the agent left behind. */
  async removeAll(): Promise<void> {
    const names = readdirSync(this.folder).filter((name) => name.startsWith(runPrefix));
    await Promise.all(
      names.map((name) => {
        const cgroup = new RunCgroup(join(this.folder, name));
        cgroup.kill();
        return cgroup.remove();
      }),
    );
  }

  /** Removes the cgroup that root has created for this agent. One that was delegated stays. */
  close(): void {
    removeGroup(this.folder);
  }

  private createLimits(): Record<string, string> {
    const { memoryMb, processes, cpus } = this.limits;
    return {
      ...(this.enforces('memory') && {
        'memory.max': String((memoryMb + runtimeMb) * 1024 ** 2),
        // Kernels without swap do not have the file.
        ...(this.hasFile('memory.swap.max') && { 'memory.swap.max': '0' }),
        // The system ends the whole run, and not one process of it.
        'memory.oom.group': '1',
      }),
      ...(this.enforces('pids') && { 'pids.max': String(threadsOf(processes)) }),
      ...(this.enforces('cpu') &&
        cpus !== undefined && { 'cpu.max': `${Math.max(1000, Math.round(cpus * cpuPeriod))} ${cpuPeriod}` }),
    };
  }

  /** Whether cgroups of this system have a file. The one of the agent has the same files as those of runs. */
  private hasFile(name: string): boolean {
    return existsSync(join(this.folder, name));
  }

  /** Throws if a process cannot be started in a cgroup, or not be killed with it. */
  private probe(): void {
    if (!this.hasFile('cgroup.kill')) throw new CgroupProblem('the kernel is older than 5.14');
    const probe = this.create('probe');
    const command = { file: 'true', args: [], cwd: '/', env: { PATH: process.env.PATH } };
    const { file, args, ...options } = probe.enter(command);
    const { status, stderr, error } = spawnSync(file, args, { ...options, encoding: 'utf8' });
    void probe.remove();
    if (status !== 0) throw error ?? new CgroupProblem(stderr.trim().split('\n')[0] || `exit code ${status}`);
  }
}

interface Choice {
  cgroups?: RunCgroups;
  /** For the log at start. */
  notes: string[];
}

const sampled = 'Limits without a cgroup are sampled, and --cpus has no effect without one.';

/** Opens the cgroups if the system offers them. */
export function chooseCgroups(options: CgroupOptions): Choice {
  const opened = RunCgroups.open(options);
  if (typeof opened === 'string') return { notes: [`Runs have no cgroups: ${opened}. ${sampled}`] };
  const missing = controllers.filter((controller) => !opened.enforces(controller));
  const hasAll = missing.length === 0;
  return {
    cgroups: opened,
    notes: [
      hasAll
        ? 'Each run has a cgroup that bounds its memory, threads and processor time.'
        : `Each run has a cgroup, but the system offers no controller for ${missing.join(', ')}. ${sampled}`,
    ],
  };
}
