import { builtProgram, eventually, type Installation, Program } from '@drover/test-installation';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** What a command printed, and how it ended. */
export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** util-linux has it, and it gives a command a terminal. */
const terminalMaker = '/usr/bin/script';

/** A story on a terminal: left out, and said so, on a machine that cannot make one; never where CI is set. */
export const itOnTerminal =
  (process.platform === 'linux' && existsSync(terminalMaker)) || process.env.CI === 'true' ? it : skipped();

function skipped(): jest.It {
  process.stdout.write(`*** SKIPPED: no ${terminalMaker} of util-linux to make a terminal with. ***\n`);
  return it.skip;
}

/** `drover` as somebody types it who is signed in to an installation. */
export class CommandLine {
  readonly env: NodeJS.ProcessEnv;

  private constructor(
    { url, token }: Installation,
    readonly folder: string,
  ) {
    this.env = { XDG_CONFIG_HOME: folder, DROVER_URL: url, DROVER_TOKEN: token };
  }

  /** At a desk of its own, in a folder with a space in its name. */
  static async open(installation: Installation): Promise<CommandLine> {
    const folder = join(installation.folder, 'desk of somebody');
    await mkdir(folder);
    return new CommandLine(installation, folder);
  }

  /** Runs a command to its end, with nothing or a text on its standard input. */
  async run(
    args: string[],
    { input = '', env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<Outcome> {
    const child = spawn(process.execPath, [builtProgram('cli'), ...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, TZ: 'UTC', ...this.env, ...env },
    });
    child.stdin.end(input);
    const closed = once(child, 'close') as Promise<[number | null]>;
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
    return { code, out, err };
  }

  /** Runs a command that must succeed, and reads what it prints as JSON. */
  async json<T>(...args: string[]): Promise<T> {
    const { code, out, err } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`drover ${args.join(' ')} ended with ${code}: ${err}`);
    return JSON.parse(out) as T;
  }

  /** Starts a command that stays. */
  start(...args: string[]): Program {
    return new Program({ main: builtProgram('cli'), cwd: this.folder }, { args, env: this.env });
  }

  /** Starts a command on a terminal of 80 columns. */
  onTerminal(...args: string[]): Terminal {
    return new Terminal(args, this);
  }
}

/** A terminal on which a command runs. */
export class Terminal {
  /** All that was written on it, with what moves the cursor and sets colours. */
  output = '';
  private readonly child;
  private readonly exited: Promise<number | null>;

  constructor(args: string[], { env, folder }: CommandLine) {
    const words = [process.execPath, builtProgram('cli'), ...args].map((word) => `'${word}'`).join(' ');
    this.child = spawn(terminalMaker, ['-qec', `stty cols 80 rows 40; exec ${words}`, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, TZ: 'UTC', TERM: 'xterm-256color', ...env },
    });
    this.child.stdout.setEncoding('utf8').on('data', (part: string) => (this.output += part));
    this.exited = once(this.child, 'exit').then(([code]) => code as number | null);
  }

  type(keys: string): void {
    this.child.stdin.write(keys);
  }

  /** Waits until a text stands there. */
  async shows(part: string): Promise<void> {
    await eventually(
      async () => this.output,
      (output) => output.includes(part),
    );
  }

  exit(): Promise<number | null> {
    return this.exited;
  }
}
