import { spawn } from 'node:child_process';

/** A program to start, in a process group of its own. */
export interface Command {
  program: string;
  args: string[];
  cwd?: string;
  /** Its complete environment. */
  env: NodeJS.ProcessEnv;
  /** What it reads from its standard input. */
  input?: string | Uint8Array;
}

/** How a program ended. */
export interface Ending {
  /** Exit code. Null if a signal ended the program. */
  code: number | null;
  /** Its standard error, at most about 1 MB. */
  errors: string;
}

/** A program that was started. */
export interface Program {
  /** Its standard output. Unread output is held in memory, so limit it: kill a program that prints too much. */
  readonly output: AsyncIterable<Buffer>;
  /** Resolves when the program has exited. Rejects if it could not be started. */
  readonly ended: Promise<Ending>;
  /** Kills the program and its child processes. */
  kill(): void;
}

const maxErrorChars = 1024 * 1024;
const isUnix = process.platform !== 'win32';

/** Starts a program from this process. In the server, use `startProgram`. */
export function spawnProgram({ program, args, input = '', ...options }: Command): Program {
  const child = spawn(program, args, { ...options, detached: isUnix, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined).end(input);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < maxErrorChars) errors += text;
  });
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, errors }));
  });
  ended.catch(() => undefined);
  return {
    output: child.stdout as AsyncIterable<Buffer>,
    ended,
    kill() {
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        process.kill(isUnix ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    },
  };
}

/** Reads the first bytes of what a program prints, and ignores the others. */
export async function readStart(output: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of output) {
    if (bytes < maxBytes) parts.push(part.subarray(0, maxBytes - bytes));
    bytes += part.length;
  }
  return Buffer.concat(parts).toString();
}
