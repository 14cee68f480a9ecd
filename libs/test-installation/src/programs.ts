import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** How long a program has to end by itself once it was asked to. */
const patienceMs = 15_000;

type ProgramName = 'api' | 'agent' | 'cli';

/** Where a program of this repository is built to. */
export function builtProgram(name: ProgramName): string {
  return join(root, 'dist/apps', name, 'main.js');
}

/** A program of this repository by its name, or any other by its file. */
type Source = ProgramName | { main: string; cwd: string };

/** A program, as it is built, in a process of its own. */
export class Program {
  /** All that it wrote. */
  output = '';
  private readonly exited: Promise<number | null>;

  constructor(source: Source, options: { args?: string[]; env?: NodeJS.ProcessEnv }) {
    const isOwn = typeof source === 'string';
    const main = isOwn ? builtProgram(source) : source.main;
    this.process = spawn(process.execPath, [main, ...(options.args ?? [])], {
      cwd: isOwn ? undefined : source.cwd,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.exited = once(this.process, 'exit').then(([code]) => code as number | null);
  }

  readonly process: ChildProcess;

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** Its exit code, once it has ended. */
  exit(): Promise<number | null> {
    return this.exited;
  }

  /** Stops it: it keeps its connections, and says nothing on them until it may go on. */
  pause(): void {
    this.process.kill('SIGSTOP');
  }

  goOn(): void {
    this.process.kill('SIGCONT');
  }

  /** Ends it as a power switch would. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  /** Asks it to end, and waits. */
  async stop(): Promise<number | null> {
    this.process.kill('SIGTERM');
    const timer = setTimeout(() => this.process.kill('SIGKILL'), patienceMs);
    const code = await this.exited;
    clearTimeout(timer);
    return code;
  }
}

/** A folder that is gone after the spec. */
export async function scratchFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'drover-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
