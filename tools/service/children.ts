import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const tailLines = 40;
const terminateMs = 10_000;

/** A started program of this repository. */
export interface Child {
  name: string;
  process: ChildProcess;
  /** The last lines of its output. */
  tail: string[];
}

/** Started programs of this repository. They end with the caller. */
export class Children {
  private readonly children: Child[] = [];
  private isStopping = false;

  /**
   * Calls `onLost` when a program ends before `stop`. With `staysInSession`, programs share the session of the caller.
   * Otherwise each has its own session, and Ctrl-C stops only the caller.
   */
  constructor(
    private readonly onLost: (error: Error) => void,
    private readonly options: { staysInSession?: boolean } = {},
  ) {}

  /** Starts a program from `dist/apps`. */
  start(
    name: string,
    program: string,
    { args = [], env }: { args?: string[]; env?: NodeJS.ProcessEnv },
  ): Child {
    const main = join(root, 'dist/apps', program, 'main.js');
    const child: Child = {
      name,
      process: spawn(process.execPath, [main, ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32' && !this.options.staysInSession,
        windowsHide: true,
      }),
      tail: [],
    };
    this.children.push(child);
    for (const stream of [child.process.stdout, child.process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => appendTail(child, text));
    }
    child.process.once('close', (code, signal) => this.reportLoss(child, signal ?? `code ${code}`));
    return child;
  }

  /** Returns the last lines of every program, for error reports. */
  tails(): { name: string; lines: string[] }[] {
    return this.children.map(({ name, tail }) => ({ name, lines: tail }));
  }

  /** Stops all programs in reverse order, with SIGTERM, then SIGKILL. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const { process: child } of this.children.reverse()) await endProcess(child, 'SIGTERM');
  }

  /** Ends one program, which may be started again. */
  async end(ended: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const index = this.children.findIndex(({ process: child }) => child === ended);
    this.children.splice(index, 1);
    await endProcess(ended, signal);
  }

  private reportLoss(child: Child, how: string): void {
    if (this.isStopping || !this.children.includes(child)) return;
    this.onLost(new Error(`${child.name} ended unexpectedly (${how}).`));
  }
}

async function endProcess(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), terminateMs);
  await exited;
  clearTimeout(timer);
}

/** Appends output. The last line may be incomplete. */
function appendTail({ tail }: Child, text: string): void {
  const [first = '', ...rest] = text.split('\n');
  tail.push((tail.pop() ?? '') + first, ...rest);
  tail.splice(0, tail.length - tailLines);
}
