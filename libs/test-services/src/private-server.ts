import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How long a server may take to answer. */
const startTimeoutMs = 20_000;

/** A server that specs may use. */
export interface FoundServer {
  url: string;
  description: string;
  close: () => Promise<void>;
}

/** A server of a spec's own, which may die and come back under the same address with what it had. */
export interface PrivateServer extends FoundServer {
  start: () => Promise<void>;
  /** Ends it, by default as a power switch would. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Stops all its processes: it keeps its connections, and says nothing on them until it may go on. */
  pause: () => void;
  goOn: () => void;
}

interface PrivateServerOptions {
  url: string;
  description: string;
  /** Gone when the server is closed. */
  directory: string;
  command: [program: string, ...args: string[]];
  spawnOptions?: SpawnOptions;
  isReady: () => Promise<boolean>;
}

/** Starts a server and waits until it answers. */
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
      // What a killed server leaves may hold up the next one for a moment.
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
    // Its children, of which there may be none.
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
    goOn: () => signalAll('SIGCONT'),
  };
}

/** The first folder of the PATH, or of these, that holds a program. */
export function findProgram(name: string, ...folders: string[]): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter);
  return [...path, ...folders].map((folder) => join(folder, name)).find((file) => existsSync(file));
}
