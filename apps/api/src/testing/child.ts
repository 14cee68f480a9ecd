import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Child {
  process: ChildProcess;
  pid: number;
  /** The next line that the program prints; undefined when it has ended. */
  nextLine: () => Promise<string | undefined>;
  /** Ends it as a power switch would, and waits until it is gone. */
  kill: () => Promise<void>;
}

/** A second process that runs a piece of TypeScript. */
export function startChild(code: string, ...args: string[]): Child {
  const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), '-e', code, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // What it prints is read, and a colour would stand in it.
    env: { ...process.env, FORCE_COLOR: '0' },
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  return {
    process: child,
    pid: child.pid!,
    async nextLine() {
      const line = await lines.next();
      return line.done ? undefined : line.value;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
