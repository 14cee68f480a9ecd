import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const jar = process.env.RHINO_JAR ?? '/usr/share/java/js.jar';

/** `describe` for tests on Rhino, the engine of the phones' apps. Skips them if it is not installed, except where CI is set. */
export const describeOnRhino = existsSync(jar) || process.env.CI === 'true' ? describe : createSkippedSuite();

function createSkippedSuite(): jest.Describe {
  process.stdout.write(
    `*** SKIPPED: no Rhino at ${jar} (Debian: apt install rhino). Set RHINO_JAR to use another one. ***\n`,
  );
  return describe.skip;
}

/** A request of a script to its app, sent by the files in stand-ins/. */
export interface Request {
  op: string;
  id: string;
  [name: string]: string;
}

/** A script that runs in its own Rhino process with the stand-ins for the app's modules. */
export class RhinoScript {
  readonly ended: Promise<unknown>;
  private readonly process: ChildProcess;

  constructor(args: string[], onRequest: (request: Request) => void) {
    const options = ['-Xshare:auto', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx96m', '-cp', jar];
    const main = ['org.mozilla.javascript.tools.shell.Main', '-opt', '-1', '-version', '200'];
    const standIns = join(__dirname, 'stand-ins');
    this.process = spawn('java', [...options, ...main, join(standIns, 'main.js'), standIns, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process.stdin?.on('error', () => undefined);
    const lines = createInterface({ input: this.process.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      const request = this.parse(line);
      if (request) onRequest(request);
    });
    this.process.stderr?.on('data', (text: Buffer) =>
      onRequest({ op: 'stderr', id: '', text: text.toString() }),
    );
    this.ended = Promise.all([once(this.process, 'exit'), once(lines, 'close')]);
  }

  post(message: object): void {
    const json = JSON.stringify(message).replace(/[\u007f-\uffff]/g, escapeUnit);
    this.process.stdin?.write(`${json}\n`);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  /** Returns undefined for the last line of a process that was killed while it wrote the line. */
  private parse(line: string): Request | undefined {
    try {
      return JSON.parse(line) as Request;
    } catch (error) {
      if (this.process.killed) return undefined;
      throw error;
    }
  }
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
