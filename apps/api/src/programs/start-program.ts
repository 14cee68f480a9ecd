import { fork, type ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Command, Ending, Program } from './program';
import type { StarterOrder, StarterReport } from './programs.worker';
import { workerFile, workerOptions } from './worker-file';

/** How long the process that starts programs is kept for the next one. */
const idleMs = 60_000;

/**
 * Starts a program from a small process. To start one, the system copies the memory map of the process that starts it, which
 * serves nobody meanwhile: 60 ms for a server of 700 MB that was measured.
 */
export function startProgram(command: Command): Program {
  if (!current?.isUsable) current = new Starter();
  return current.start(command);
}

let current: Starter | undefined;

interface Running {
  output: PassThrough;
  resolve: (ending: Ending) => void;
  reject: (error: Error) => void;
}

/** The process that starts programs, and those that run. */
class Starter {
  private readonly process: ChildProcess;
  private readonly running = new Map<number, Running>();
  private lastId = 0;
  private idleTimer?: NodeJS.Timeout;

  constructor() {
    this.process = fork(workerFile(__dirname, 'programs.worker'), {
      ...workerOptions(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.process.on('message', (report: StarterReport) => this.receive(report));
    this.process.on('error', (error) => this.fail(error));
    this.process.once('exit', () => this.fail(new Error('the process that starts programs has ended')));
  }

  /** Whether it can start more programs. */
  get isUsable(): boolean {
    const { connected, exitCode, signalCode } = this.process;
    return connected && exitCode === null && signalCode === null;
  }

  start(command: Command): Program {
    const id = (this.lastId += 1);
    const output = new PassThrough();
    const ended = new Promise<Ending>((resolve, reject) => {
      this.running.set(id, { output, resolve, reject });
    });
    ended.catch(() => undefined);
    this.keepAlive();
    this.send({ id, start: command });
    return { output, ended, kill: () => this.send({ id, kill: true }) };
  }

  private send(order: StarterOrder): void {
    // If the process has ended, its exit fails what runs.
    if (this.isUsable && this.running.has(order.id)) this.process.send(order, () => undefined);
  }

  private receive(report: StarterReport): void {
    const program = this.running.get(report.id);
    if (!program) return;
    if ('part' in report) {
      if (!program.output.destroyed) program.output.write(report.part);
      return;
    }
    this.running.delete(report.id);
    program.output.end();
    if ('ending' in report) program.resolve(report.ending);
    else program.reject(Object.assign(new Error(report.failure.message), { code: report.failure.code }));
    this.keepAlive();
  }

  /** Fails what runs. The next program is started by another process. */
  private fail(error: Error): void {
    clearTimeout(this.idleTimer);
    for (const { output, reject } of this.running.values()) {
      output.end();
      reject(error);
    }
    this.running.clear();
  }

  /** Keeps the server alive while a program runs, and the process a while longer. */
  private keepAlive(): void {
    clearTimeout(this.idleTimer);
    const { channel } = this.process;
    if (this.running.size > 0) {
      this.process.ref();
      channel?.ref();
      return;
    }
    this.process.unref();
    channel?.unref();
    this.idleTimer = setTimeout(() => this.process.disconnect(), idleMs).unref();
  }
}
