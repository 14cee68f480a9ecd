import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How long a server may take to start. */
const startTimeoutMs = 60_000;

/** A server for specs. */
export interface TestServer {
  url: string;
  description: string;
  close: () => Promise<void>;
}

/** A server that belongs to one spec, which can kill it and start it again with the same address and data. */
export interface PrivateServer extends TestServer {
  start: () => Promise<void>;
  /** Ends the server, with SIGKILL by default. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Suspends all its processes. Its connections stay open, but it sends nothing until it is resumed. */
  pause: () => void;
  resume: () => void;
}

interface PrivateServerOptions {
  url: string;
  description: string;
  /** Removed when the server is closed. */
  directory: string;
  command: [program: string, ...args: string[]];
  spawnOptions?: SpawnOptions;
  isReady: () => Promise<boolean>;
}

/** Starts a server and waits until it is ready. */
export async function startPrivateServer(options: PrivateServerOptions): Promise<PrivateServer> {
  const { url, description, directory, command, spawnOptions, isReady } = options;
  const [program, ...args] = command;
  let child: ChildProcess;

  async function start(): Promise<void> {
    const deadline = Date.now() + startTimeoutMs;
    child = spawn(program, args, { ...spawnOptions, stdio: 'ignore' });
    while (!(await isReady())) {
      if (Date.now() > deadline) throw new Error(`${description} did not start within ${startTimeoutMs} ms.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      // A killed server can leave a lock that makes the next one exit, so it is started again.
      if (child.exitCode !== null) child = spawn(program, args, { ...spawnOptions, stdio: 'ignore' });
    }
  }

  async function kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    child.kill(signal);
    // pkill exits with 1 if there are no child processes, which is not an error.
    const { error } = spawnSync('pkill', ['--signal', signal, '-P', String(child.pid)]);
    if (error) throw error;
  }

  async function close(): Promise<void> {
    await kill('SIGINT');
    rmSync(directory, { recursive: true, force: true });
  }

  await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...{ url, description, start, kill, close },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  };
}

/** Finds a program in the PATH or in other folders, and returns its path. */
export function findProgram(name: string, ...folders: string[]): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  return [...path, ...folders].map((folder) => join(folder, name)).find((file) => existsSync(file));
}
