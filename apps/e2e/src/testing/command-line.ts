import { eventually, getProgramPath, type Installation, Program } from '@drover/test-installation';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The output and exit code of a command. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** A program of util-linux that runs a command on a pseudo-terminal. */
const scriptProgram = '/usr/bin/script';

/** `it` for tests on a terminal. Skips them if no terminal can be created, except where CI is set. */
export const itOnTerminal =
  (process.platform === 'linux' && existsSync(scriptProgram)) || process.env.CI === 'true'
    ? it
    : createSkippedTest();

function createSkippedTest(): jest.It {
  process.stdout.write(
    `*** SKIPPED: ${scriptProgram} of util-linux is not installed, which creates a terminal. ***\n`,
  );
  return it.skip;
}

/** Runs `drover` as a user who is signed in to an installation. */
export class CommandLine {
  readonly env: NodeJS.ProcessEnv;

  private constructor(
    { url, token }: Installation,
    readonly folder: string,
  ) {
    this.env = { XDG_CONFIG_HOME: folder, DROVER_URL: url, DROVER_TOKEN: token };
  }

  /** Creates a command line with a separate working directory, whose name contains spaces. */
  static async open(installation: Installation): Promise<CommandLine> {
    const folder = join(installation.folder, 'working directory');
    await mkdir(folder);
    return new CommandLine(installation, folder);
  }

  /** Runs a command until it ends, with `input` on its standard input. */
  async run(
    args: string[],
    { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<Outcome> {
    const child = spawn(process.execPath, [getProgramPath('cli'), ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, TZ: 'UTC', ...this.env, ...env },
    });
    child.stdin.end(input);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  /** Runs a command with --json, and returns the parsed output. Throws if the command fails. */
  async runJson<T>(...args: string[]): Promise<T> {
    const { code, out, err } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`drover ${args.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out) as T;
  }

  /** Starts a command that keeps running. */
  start(...args: string[]): Program {
    return new Program({ main: getProgramPath('cli'), cwd: this.folder }, { args, env: this.env });
  }

  /** Starts a command on a terminal of 80 columns. */
  startOnTerminal(...args: string[]): Terminal {
    return new Terminal(args, this);
  }
}

/** A command that runs on a terminal. */
export class Terminal {
  /** The output so far, including control sequences. */
  output = '';
  private readonly child;
  private readonly exited: Promise<number | null>;

  constructor(args: string[], { env, folder }: CommandLine) {
    const words = [process.execPath, getProgramPath('cli'), ...args].map((word) => `'${word}'`).join(' ');
    this.child = spawn(scriptProgram, ['-qec', `stty cols 80 rows 40; exec ${words}`, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC', TERM: 'xterm-256color', ...env },
    });
    this.child.stdout.setEncoding('utf8').on('data', (part: string) => (this.output += part));
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  type(keys: string): void {
    this.child.stdin.write(keys);
  }

  /** Waits until the output contains a text. */
  async waitForText(part: string): Promise<void> {
    await eventually(
      async () => this.output,
      (output) => output.includes(part),
    );
  }

  waitForExit(): Promise<number | null> {
    return this.exited;
  }
}
