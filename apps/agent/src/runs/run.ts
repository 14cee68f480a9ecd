import type { RunOrder } from '@drover/contract/link';
import type { Outbox } from '../link/outbox';
import { ScriptProcess } from '../process/script-process';
import type { PostedReport } from '../script/reports';
import { postedFrame } from './posted';
import { RunLog } from './run-log';

/** Calls of postMessage that one run may make. */
const postsOfRun = 10_000;

/** Where a run stands on the device before it has ended. */
type Phase = 'arriving' | 'waiting' | 'preparing' | 'running';

/** Why the agent itself ends a run. */
export interface Cause {
  state: 'stopped' | 'timed_out';
  reason?: string;
}

/** A run that the device holds. */
export class Run {
  phase: Phase = 'arriving';
  hasEnded = false;
  cause?: Cause;
  startedAt?: number;
  process?: ScriptProcess;
  readonly cancellation = new AbortController();
  readonly log: RunLog;
  private readonly timers: NodeJS.Timeout[] = [];
  private posts = 0;

  constructor(
    readonly order: RunOrder,
    private readonly outbox: Outbox,
  ) {
    this.log = new RunLog(order.runId, outbox);
  }

  get id(): string {
    return this.order.runId;
  }

  after(ms: number, act: () => void): void {
    this.timers.push(setTimeout(act, ms));
  }

  /** Starts the script's process. */
  launch(code: string, place: { workFolder: string; memoryMb: number }): ScriptProcess {
    const { name, robotName, env } = this.order;
    this.phase = 'running';
    this.clearTimers();
    this.process = new ScriptProcess({
      ...place,
      runId: this.id,
      task: { scriptName: name, robotName, code, env },
      onLine: (level, text, at) => this.log.add(level, text, at),
      onPosted: (posted) => this.post(posted),
      room: () => (this.outbox.isFull ? this.outbox.hasRoom() : undefined),
    });
    return this.process;
  }

  /** Ends the process; the first cause given is the one that is told. */
  async end(cause: Cause): Promise<void> {
    this.cause ??= cause;
    await this.process?.end();
  }

  settle(): void {
    this.hasEnded = true;
    this.clearTimers();
    this.cancellation.abort();
    this.log.flush();
  }

  private post(posted: PostedReport): void {
    this.posts += 1;
    if (this.posts > postsOfRun) {
      if (this.posts === postsOfRun + 1) {
        this.log.add('warn', `postMessage: only the first ${postsOfRun} messages of a run are sent`);
      }
      return;
    }
    const frame = postedFrame(this.id, posted, (why) => this.log.add('warn', why));
    this.log.flush();
    try {
      this.outbox.append(frame);
    } catch {
      this.log.add('warn', 'postMessage: the device has no room for the message');
    }
  }

  private clearTimers(): void {
    for (const timer of this.timers.splice(0)) clearTimeout(timer);
  }
}
