import { fork, type ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Command, Ending, Program } from './program';
import type { StarterOrder, StarterReport } from './programs.worker';
import { workerFile, workerOptions } from './worker-file';

/** Idle time after which the helper process exits. */
const idleMs = 60_000;

/**
 * Starts a program from a small helper process. Starting a program copies the page tables of its parent process and blocks
 * the parent meanwhile: for 60 ms, measured with 700 MB.
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

/** The helper process and the programs that it runs. */
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
    this.process.once('exit', () => this.fail(new Error('the helper process has ended')));
  }

  /** Whether the helper process is still running and connected. */
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
    // If the helper process has just ended, its `exit` event rejects the running programs.
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

  /** Rejects all running programs. The next program gets a new helper process. */
  private fail(error: Error): void {
    clearTimeout(this.idleTimer);
    for (const { output, reject } of this.running.values()) {
      output.end();
      reject(error);
    }
    this.running.clear();
  }

  /** Keeps the server running while a program runs. Afterwards, ends the helper process when it has been idle for a while. */
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
