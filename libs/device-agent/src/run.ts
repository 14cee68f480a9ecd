import type { Progress, RunOrder } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import type { Clock } from './clock';
import type { Outbox } from './outbox';
import { createPostedFrame, measure, type PostedReport } from './posted-frame';
import { RunLog } from './run-log';
import { readProgress, readResult, type RunOutput } from './run-output';
import { RunProgress } from './run-progress';
import { RunSteps } from './run-steps';
import type { Outcome, Script, ScriptEvents } from './script-host';

/** State of an open run. `storing` becomes `waiting` when the journal has the order. */
type RunState = 'storing' | 'waiting' | 'preparing' | 'running' | 'ended';

interface RunOptions {
  outbox: Outbox;
  clock: Clock;
  /** Sends a frame if the link is up. */
  sendProgress: (frame: Progress) => void;
}

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
  readonly progress: RunProgress;
  private readonly steps: RunSteps;
  private result: RunOutput = {};
  private failedStep?: string;
  private timeout: unknown;
  /** What the messages of the run count. */
  private postedBytes = 0;

  private readonly outbox: Outbox;
  private readonly clock: Clock;

  constructor(
    public order: RunOrder,
    { outbox, clock, sendProgress }: RunOptions,
  ) {
    this.outbox = outbox;
    this.clock = clock;
    this.log = new RunLog(order.runId, outbox, clock);
    this.progress = new RunProgress(order.runId, sendProgress, clock);
    this.steps = new RunSteps((line) => this.log.addLine(line));
  }

  get id(): string {
    return this.order.runId;
  }

  /** What the script left so far. */
  get output(): RunOutput {
    const { failedStep } = this;
    const { latest } = this.progress;
    return { ...this.result, ...(latest && { progress: latest }), ...(failedStep && { failedStep }) };
  }

  /** Creates the events of the run's script. */
  createEvents(onEnded: (outcome: Outcome) => void): ScriptEvents {
    return {
      onLine: (level, text, at) => this.log.add(level, text, at),
      onPosted: (report) => this.post(report),
      onResult: (report) => this.setResult(readResult(report)),
      onProgress: (report) => this.progress.update(readProgress(report)),
      onStep: (report) => this.steps.handle(report),
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

  /** Ends the steps that go on. */
  endSteps({ state }: Outcome): void {
    this.failedStep = this.steps.endAll(state);
  }

  /** Releases timers and flushes the log. */
  end(): void {
    this.state = 'ended';
    if (this.timeout !== undefined) this.clock.clearTimeout(this.timeout);
    if (this.cancel) this.cancel();
    this.progress.end();
    this.log.flush();
  }

  private setResult(output: RunOutput): void {
    this.result = output;
    const { resultProblem } = output;
    if (resultProblem) this.log.add('warn', `drover.result: the result was left out: ${resultProblem}`);
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
