import { inheritEnvironment } from '@drover/agent/environment';
import { LineSplitter } from '@drover/agent/line-splitter';
import { ScriptReport, type ScriptTask } from '@drover/agent/reports';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Characters of one report, and of a line that the script writes to a stream. */
const [reportChars, lineChars] = [4 * 1024 * 1024, 64 * 1024];

/** Milliseconds to wait for the streams of a process that has ended. Processes that it has started may hold them open. */
const drainTimeoutMs = 1000;

interface ProcessOptions {
  task: ScriptTask;
  workFolder: string;
  timeLimitMs: number;
  /** Returns the reply to a request. */
  onReport: (report: ScriptReport) => object | undefined;
  /** Called for lines that the script writes to its streams. */
  onLine: (level: 'info' | 'error', text: string) => void;
}

/** How the process of a script ended. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: string | null;
  isTimedOut: boolean;
}

/** Runs a script in the process that the agent uses, which the build puts beside this file, and takes the agent's part. */
export async function runProcess(options: ProcessOptions): Promise<ProcessEnd> {
  const { task, workFolder, timeLimitMs, onReport, onLine } = options;
  const args = ['--disable-warning=ExperimentalWarning', join(__dirname, 'script-child.js')];
  const child = spawn(process.execPath, args, {
    cwd: workFolder,
    env: inheritEnvironment(workFolder),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const channel = child.stdio[3] as Duplex;
  const stdout = new LineSplitter((line) => onLine('info', line), lineChars);
  const stderr = new LineSplitter((line) => onLine('error', line), lineChars);
  const reports = new LineSplitter((line) => {
    const report = parseReport(line);
    if (report?.type === 'output') return (report.isError ? stderr : stdout).write(report.text);
    const reply = report && onReport(report);
    if (reply) channel.write(`${JSON.stringify(reply)}\n`);
  }, reportChars);
  const closed = [
    read(channel, reports),
    ...(child.stdout ? [read(child.stdout as Duplex, stdout)] : []),
    ...(child.stderr ? [read(child.stderr as Duplex, stderr)] : []),
  ];
  channel.write(`${JSON.stringify(task)}\n`);

  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    child.kill('SIGKILL');
  }, timeLimitMs);
  const exit = once(child, 'exit').finally(() => clearTimeout(timer));
  const [exitCode, signal] = (await exit) as [number | null, string | null];
  await Promise.race([Promise.all(closed), delay(drainTimeoutMs, undefined, { ref: false })]);
  for (const stream of [channel, child.stdout, child.stderr]) stream?.destroy();
  stdout.end();
  stderr.end();
  return { exitCode, signal, isTimedOut };
}

/** Reads a stream until it ends. */
function read(stream: Duplex, splitter: LineSplitter): Promise<unknown> {
  stream.on('data', (chunk: Buffer) => splitter.write(chunk));
  stream.on('error', () => undefined);
  return new Promise((resolve) => stream.once('close', resolve));
}

/** Ignores lines that are not reports, because a script may write to any descriptor. */
function parseReport(line: string): ScriptReport | undefined {
  try {
    return ScriptReport.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
