import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

/** How long a program may take to exit after SIGTERM before it is killed. */
const stopTimeoutMs = 60_000;

type ProgramName = 'api' | 'agent' | 'cli';

/** Returns the path of a built program of this repository. */
export function getProgramPath(name: ProgramName): string {
  return join(root, 'dist/apps', name, 'main.js');
}

/** A program of this repository by name, or any other by its main file. */
type ProgramSource = ProgramName | { main: string; cwd: string };

/** A built program in a separate process. */
export class Program {
  /** Everything it has written to stdout and stderr. */
  output = '';
  private readonly exited: Promise<number | null>;

  constructor(source: ProgramSource, options: { args?: string[]; env?: NodeJS.ProcessEnv }) {
    const isOwn = typeof source === 'string';
    const main = isOwn ? getProgramPath(source) : source.main;
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

  /** Waits until the program has ended, and returns its exit code. */
  waitForExit(): Promise<number | null> {
    return this.exited;
  }

  /** Suspends the program. Its connections stay open, but it sends nothing until it is resumed. */
  pause(): void {
    this.process.kill('SIGSTOP');
  }

  resume(): void {
    this.process.kill('SIGCONT');
  }

  /** Kills the program with SIGKILL, and waits until it has ended. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  /** Stops the program with SIGTERM, and waits until it has ended. Returns its exit code. */
  async stop(): Promise<number | null> {
    this.process.kill('SIGTERM');
    const timer = setTimeout(() => this.process.kill('SIGKILL'), stopTimeoutMs);
    const code = await this.exited;
    clearTimeout(timer);
    return code;
  }
}

/** Creates a temporary folder. The caller removes it. */
export async function createScratchFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'drover-e2e-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
