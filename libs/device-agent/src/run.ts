import type { RunOrder } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import type { Clock } from './clock';
import type { Outbox } from './outbox';
import { createPostedFrame, measure, type PostedReport } from './posted-frame';
import { RunLog } from './run-log';
import type { Outcome, Script, ScriptEvents } from './script-host';

/** State of an open run. `storing` becomes `waiting` when the journal has the order. */
type RunState = 'storing' | 'waiting' | 'preparing' | 'running' | 'ended';

/** An open run of the device. */
export class Run {
  state: RunState = 'storing';
  /** Why the agent stops the run. Overrides how the script itself ends. */
  stopCause?: Outcome;
  startedAt?: number;
  script?: Script;
  /** Cancels the preparation. */
  cancel?: () => void;
  readonly log: RunLog;
  private timeout: unknown;
  /** What the messages of the run count. */
  private postedBytes = 0;

  constructor(
    public order: RunOrder,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    this.log = new RunLog(order.runId, outbox, clock);
  }

  get id(): string {
    return this.order.runId;
  }

  /** Creates the events of the run's script. */
  createEvents(onEnded: (outcome: Outcome) => void): ScriptEvents {
    return {
      onLine: (level, text, at) => this.log.add(level, text, at),
      onPosted: (report) => this.post(report),
      onEnded,
    };
  }

  stopAfterTimeout(timeoutMs: number): void {
    const cause: Outcome = { state: 'timed_out', reason: `ran longer than ${timeoutMs / 1000} s` };
    this.timeout = this.clock.setTimeout(() => this.stop(cause), timeoutMs);
  }

  /** Stops the script. Only the first cause counts. */
  stop(cause: Outcome): void {
    if (!this.stopCause) this.stopCause = cause;
    if (this.script) this.script.stop();
  }

  /** Releases timers and flushes the log. */
  end(): void {
    this.state = 'ended';
    if (this.timeout !== undefined) this.clock.clearTimeout(this.timeout);
    if (this.cancel) this.cancel();
    this.log.flush();
  }

  private post(report: PostedReport): void {
    if (this.postedBytes > LIMITS.runPostedBytes) return;
    const frame = createPostedFrame(this.id, report, (problem) => this.log.add('warn', problem));
    this.postedBytes += measure(frame) + LIMITS.postedOverheadBytes;
    if (this.postedBytes > LIMITS.runPostedBytes) {
      const most = LIMITS.runPostedBytes / 1024 / 1024;
      return this.log.add('warn', `postMessage: the run posted more than ${most} MB, the rest was dropped`);
    }
    this.log.flush();
    try {
      this.outbox.append(frame);
    } catch {
      this.log.add('warn', 'postMessage: the device has no space left for the message');
    }
  }
}
