import { freePort } from '@drover/test-services';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectable } from './memory';

/** Clock ticks per second in /proc, the same on every Linux that runs Node. */
const ticksPerSecond = 100;

/** Returns the CPU time of a process in seconds, which is far less noisy than elapsed time. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Makes the kernel count the highest resident memory of a process from now on. */
export function resetPeakBytes(pid = 0): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // The process has ended, and the next one counts from zero.
  }
}

/** Returns the highest resident memory of a process since then, in bytes, or 0 if it has ended. */
export function peakBytes(pid = 0): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** A bare server in a separate process, like Drover. It answers each message with one message. */
export class Baseline {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    readonly inspectPort: number,
  ) {}

  static async start(name: 'http' | 'link' | 'upload', env: NodeJS.ProcessEnv = {}): Promise<Baseline> {
    const inspectPort = await freePort();
    const child = fork(join(__dirname, 'baselines', `${name}.ts`), {
      env: { ...process.env, ...env },
      execArgv: ['--require', 'tsx/cjs', ...inspectable(inspectPort).split(' ')],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new Baseline(child, port, inspectPort);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async ask<Answer>(message: object): Promise<Answer> {
    this.child.send(message);
    const [answer] = (await once(this.child, 'message')) as [Answer];
    return answer;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
