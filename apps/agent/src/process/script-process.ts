import type { LogLevel } from '@drover/contract';
import { LIMITS } from '@drover/contract/limits';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ScriptReport, type PostedReport, type ScriptTask } from '../script/reports';
import { LineSplitter } from './line-splitter';
import { endTree, RUN_MARK } from './process-tree';

/** One report of the script's process; more than any frame that could be made of it. */
const reportChars = 4 * 1024 * 1024;

/** Milliseconds that the pipes have to run dry when all processes of the run have ended. */
const dryMs = 2000;

/** Variables that a script's process takes over from the agent. The credential is in none of them. */
const inheritedNames = [
  'PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'DISPLAY', 'WAYLAND_DISPLAY',
  'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SystemRoot', 'SystemDrive', 'ComSpec', 'PATHEXT',
  'APPDATA', 'LOCALAPPDATA', 'USERPROFILE', 'ProgramFiles', 'ProgramData', 'windir',
]; // prettier-ignore

interface ScriptOptions {
  runId: string;
  task: ScriptTask;
  workFolder: string;
  memoryMb: number;
  onLine: (level: LogLevel, text: string, at?: number) => void;
  onPosted: (posted: PostedReport) => void;
  /** Asked after each piece of output: the process is not read from until it resolves. */
  room: () => Promise<void> | undefined;
}

/** What became of the script. */
interface ScriptEnd {
  state: 'succeeded' | 'failed';
  reason?: string;
  exitCode?: number;
  signal?: string;
}

/** One run's process, and all that it starts. */
export class ScriptProcess {
  /** Undefined when the system did not let it start: `ended` then rejects. */
  readonly pid: number | undefined;
  readonly ended: Promise<ScriptEnd>;
  private readonly child: ChildProcess;
  /** What went wrong, if the script's process could still tell. */
  private failure?: string;
  private isOutOfMemory = false;
  private hasExited = false;

  constructor(private readonly options: ScriptOptions) {
    this.child = spawn(process.execPath, [`--max-old-space-size=${options.memoryMb}`, ...childProgram()], {
      cwd: options.workFolder,
      env: environment(options),
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.pid = this.child.pid;
    this.ended = this.supervise();
  }

  /** Ends the whole tree. `ended` resolves as ever. */
  async end(): Promise<void> {
    if (this.pid !== undefined) await endTree({ runId: this.options.runId, pid: this.pid });
  }

  private async supervise(): Promise<ScriptEnd> {
    const { child } = this;
    const channel = child.stdio[3] as Duplex;
    channel.on('error', () => undefined);
    channel.write(`${JSON.stringify(this.options.task)}\n`);
    const outputs = [
      this.read(channel, new LineSplitter((line) => this.receive(line), reportChars)),
      this.read(child.stdout!, this.stdout),
      this.read(child.stderr!, this.stderr),
    ];
    const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null];
    this.hasExited = true;
    child.stdout!.resume();
    child.stderr!.resume();
    channel.resume();
    await this.end();
    await Promise.race([Promise.all(outputs), delay(dryMs, undefined, { ref: false })]);
    this.stdout.end();
    this.stderr.end();
    return this.judge(exitCode, signal);
  }

  private judge(exitCode: number | null, signal: string | null): ScriptEnd {
    const how = { ...(exitCode !== null && { exitCode }), ...(signal !== null && { signal }) };
    if (exitCode === 0) return { state: 'succeeded', ...how };
    const reason = this.isOutOfMemory
      ? `out of memory: the script needed more than ${this.options.memoryMb} MB`
      : (this.failure ?? (signal ? `killed by ${signal}` : `exit code ${exitCode}`));
    return { state: 'failed', reason, ...how };
  }

  private readonly stdout = new LineSplitter(
    (line) => this.options.onLine('info', line),
    LIMITS.logLineBytes + 1,
  );
  private readonly stderr = new LineSplitter((line) => {
    this.isOutOfMemory ||= line.includes('JavaScript heap out of memory');
    this.options.onLine('error', line);
  }, LIMITS.logLineBytes + 1);

  /** Reads until the stream ends; what holds the outbox up holds the script up. */
  private read(stream: Readable, splitter: LineSplitter): Promise<unknown> {
    stream.on('data', (chunk: Buffer) => {
      splitter.write(chunk);
      const room = this.options.room();
      if (!room || this.hasExited) return;
      stream.pause();
      void room.then(() => stream.resume());
    });
    stream.on('error', () => undefined);
    return new Promise((resolve) => stream.once('close', resolve));
  }

  private receive(line: string): void {
    const report = parseReport(line);
    if (!report) return;
    if (report.type === 'log') this.options.onLine(report.level, report.text, report.at);
    else if (report.type === 'output') (report.isError ? this.stderr : this.stdout).write(report.text);
    else if (report.type === 'posted') this.options.onPosted(report);
    else this.failure = report.reason;
  }
}

/** A script may write to any descriptor: what is no report is passed over. */
function parseReport(line: string): ScriptReport | undefined {
  try {
    return ScriptReport.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Beside the built agent stands the built child; from the sources, tsx translates it. */
function childProgram(): string[] {
  const built = join(__dirname, 'script-child.js');
  if (existsSync(built)) return [built];
  return ['--require', require.resolve('tsx/cjs'), join(__dirname, '../script/script-child.ts')];
}

function environment({ runId, workFolder }: ScriptOptions): NodeJS.ProcessEnv {
  const inherited = inheritedNames
    .map((name) => [name, process.env[name]])
    .filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(inherited) as NodeJS.ProcessEnv),
    TMPDIR: workFolder,
    TEMP: workFolder,
    TMP: workFolder,
    [RUN_MARK]: runId,
  };
}
