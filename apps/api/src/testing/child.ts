import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

export interface Child {
  process: ChildProcess;
  pid: number;
  /** Returns the next line that the program prints, or undefined when it has ended. */
  nextLine: () => Promise<string | undefined>;
  /** Kills it with SIGKILL and waits for its end. */
  kill: () => Promise<void>;
}

/** Starts a process that runs TypeScript code. */
export function startChild(code: string, ...args: string[]): Child {
  const child = spawn(process.execPath, ['--require', require.resolve('tsx/cjs'), '-e', code, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Colours would become part of the lines.
    env: { ...process.env, FORCE_COLOR: '0', TSX_TSCONFIG_PATH: join(__dirname, '../../tsconfig.json') },
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
