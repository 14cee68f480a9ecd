import type { LogLevel } from '@drover/contract';
import { LIMITS } from '@drover/contract/limits';
import { writeReason } from '@drover/contract/reasons';
import type { PostedReport, ScriptEvents } from '@drover/device-agent';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  ScriptReport,
  type ArtifactReply,
  type ArtifactRequest,
  type ScriptTask,
  type StorageReply,
  type StorageRequest,
  type StoreRequest,
  type StoreTicketReply,
} from '../script/reports';
import type { RunCgroup } from '../cgroup/run-cgroup';
import { inheritEnvironment } from './environment';
import { LineSplitter } from './line-splitter';
import type { Sandbox } from '../isolation/sandbox';
import { endTree, RUN_ID_VARIABLE } from './process-tree';
import { getScriptProgram } from '../programs/programs';
import type { RunMonitor } from './run-monitor';

/** Characters of one report from the script's process: more than fit into any frame. */
const reportChars = 4 * 1024 * 1024;

/** Replies that a script may leave untaken. One waits for each, so more come only from a script that does not use our API. */
const maxUntakenReplies = 4;

/** Milliseconds to wait for the pipes to drain when all processes of the run have ended. */
const drainTimeoutMs = 2000;

/** Newer versions of Node would write to the log of each run that loading modules dynamically is experimental. */
const quietly = ['--disable-warning=ExperimentalWarning'];

interface ScriptOptions {
  runId: string;
  task: ScriptTask;
  workFolder: string;
  memoryMb: number;
  sandbox: Sandbox;
  cgroup?: RunCgroup;
  monitor: RunMonitor;
  onLine: (level: LogLevel, text: string, at?: number) => void;
  onPosted: (posted: PostedReport) => void;
  onResult: ScriptEvents['onResult'];
  onProgress: ScriptEvents['onProgress'];
  onStep: ScriptEvents['onStep'];
  onStorage: (request: StorageRequest) => StorageReply;
  onArtifact: (request: ArtifactRequest) => ArtifactReply;
  onStore: (request: StoreRequest) => StoreTicketReply;
  /** Called after each chunk of output. The process's output is not read until the promise resolves. */
  waitForRoom: () => Promise<void> | undefined;
}

/** How the script ended. */
interface ScriptResult {
  state: 'succeeded' | 'failed';
  reason?: string;
  exitCode?: number;
  signal?: string;
}

/** The process of one run, and all processes that it starts. */
export class ScriptProcess {
  /** Undefined if the system could not start the process: `ended` then rejects. */
  readonly pid: number | undefined;
  readonly ended: Promise<ScriptResult>;
  private readonly child: ChildProcess;
  /** The error that ended the script, if its process could report it. */
  private failure?: string;
  /** The limit that the run exceeded. */
  private exceeded?: string;
  private isOutOfMemory = false;
  /** Whether the script's process ended by itself, and not by a signal. */
  private hasReportedExit = false;
  private hasExited = false;
  private untakenReplies = 0;

  constructor(private readonly options: ScriptOptions) {
    const program = getScriptProgram([`--max-old-space-size=${options.memoryMb}`, ...quietly]);
    const isolated = options.sandbox.isolate({
      file: process.execPath,
      args: program.args,
      cwd: options.workFolder,
      env: { ...createEnvironment(options), ...program.env },
      programPaths: program.paths,
    });
    const { file, args, ...where } = options.cgroup?.enter(isolated) ?? isolated;
    this.child = spawn(file, args, {
      ...where,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.pid = this.child.pid;
    this.ended = this.supervise();
  }

  /** Ends the whole process tree. `ended` then resolves as usual. */
  async end(): Promise<void> {
    const { runId, cgroup, sandbox } = this.options;
    if (this.pid === undefined) return;
    // Without a cgroup, the process group has the number of its first process, also after that has ended.
    const pid = cgroup && this.hasExited ? undefined : this.pid;
    await endTree({ runId, pid, cgroup }, { isSandbox: sandbox.hasOwnProcesses });
  }

  /** Kills the whole process tree at once, because the run exceeds a limit. */
  private kill(reason: string): void {
    this.exceeded = reason;
    const { runId, cgroup } = this.options;
    void endTree({ runId, pid: this.pid, cgroup }, { graceMs: 0 });
  }

  /** Finds out whether the system ended the run. */
  private checkMemory(): void {
    const { cgroup, memoryMb } = this.options;
    if (cgroup?.isOutOfMemory()) this.exceeded ??= writeReason('out_of_memory', { megabytes: memoryMb });
  }

  private watch(): () => void {
    const { workFolder, cgroup, monitor } = this.options;
    if (this.pid === undefined) return () => undefined;
    return monitor.watch({
      ...{ pid: this.pid, workFolder, cgroup },
      onExceeded: (reason) => this.kill(reason),
    });
  }

  private async supervise(): Promise<ScriptResult> {
    const { child } = this;
    const channel = child.stdio[3] as Duplex;
    channel.on('error', () => undefined);
    channel.write(`${JSON.stringify(this.options.task)}\n`);
    const outputs = [
      this.read(channel, new LineSplitter((line) => this.receive(line), reportChars)),
      this.read(child.stdout!, this.stdout),
      this.read(child.stderr!, this.stderr),
    ];
    const unwatch = this.watch();
    const exit = (await once(child, 'exit').finally(unwatch)) as [number | null, string | null];
    this.hasExited = true;
    child.stdout!.resume();
    child.stderr!.resume();
    channel.resume();
    await this.end();
    this.checkMemory();
    await Promise.race([Promise.all(outputs), delay(drainTimeoutMs, undefined, { ref: false })]);
    this.stdout.end();
    this.stderr.end();
    await this.options.cgroup?.remove();
    return this.toResult(...this.restoreSignal(...exit));
  }

  /** In a sandbox, a signal that killed the script arrives as exit code 128 + signal, as shells have it. */
  private restoreSignal(exitCode: number | null, signal: string | null): [number | null, string | null] {
    const { hasOwnProcesses } = this.options.sandbox;
    if (!hasOwnProcesses || this.hasReportedExit || exitCode === null) return [exitCode, signal];
    const name = Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0];
    return name ? [null, name] : [exitCode, signal];
  }

  private toResult(exitCode: number | null, signal: string | null): ScriptResult {
    const exit = { ...(exitCode !== null && { exitCode }), ...(signal !== null && { signal }) };
    if (exitCode === 0 && !this.exceeded) return { state: 'succeeded', ...exit };
    const outOfMemory = `out of memory: the script needed more than ${this.options.memoryMb} MB`;
    const reason =
      this.exceeded ??
      (this.isOutOfMemory ? outOfMemory : undefined) ??
      this.failure ??
      describeExit(exitCode, signal);
    return { state: 'failed', reason, ...exit };
  }

  private readonly stdout = new LineSplitter(
    (line) => this.options.onLine('info', line),
    LIMITS.logLineBytes + 1,
  );
  private readonly stderr = new LineSplitter((line) => {
    this.isOutOfMemory ||= line.includes('JavaScript heap out of memory');
    this.options.onLine('error', line);
  }, LIMITS.logLineBytes + 1);

  /** Reads until the stream ends. Pauses while the outbox is full, which makes the script wait as well. */
  private read(stream: Readable, splitter: LineSplitter): Promise<unknown> {
    stream.on('data', (chunk: Buffer) => {
      splitter.write(chunk);
      const room = this.options.waitForRoom();
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
    else if (report.type === 'result') this.options.onResult(report);
    else if (report.type === 'progress') this.options.onProgress(report);
    else if (report.type === 'step') this.options.onStep(report);
    else if (report.type === 'exit') this.hasReportedExit = true;
    else if (report.type === 'storage') this.answer(this.options.onStorage(report));
    else if (report.type === 'artifact') this.answer(this.options.onArtifact(report));
    else if (report.type === 'store') this.answer(this.options.onStore(report));
    else this.failure = report.reason;
  }

  private answer(reply: StorageReply | ArtifactReply | StoreTicketReply): void {
    if (this.untakenReplies >= maxUntakenReplies) return;
    this.untakenReplies += 1;
    const channel = this.child.stdio[3] as Duplex;
    channel.write(`${JSON.stringify(reply)}\n`, () => (this.untakenReplies -= 1));
  }
}

/** Ignores lines that are not reports, because a script may write to any descriptor. */
function parseReport(line: string): ScriptReport | undefined {
  try {
    return ScriptReport.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function describeExit(exitCode: number | null, signal: string | null): string {
  if (signal === 'SIGXFSZ') return 'out of disk space: a file of the run reached the size limit';
  return signal ? `killed by ${signal}` : `exit code ${exitCode}`;
}

function createEnvironment({ runId, workFolder }: ScriptOptions): NodeJS.ProcessEnv {
  return { ...inheritEnvironment(workFolder), [RUN_ID_VARIABLE]: runId };
}
