import type { Progress, RunOrder, Stop } from '@drover/contract/link';
import { LINK_LIMITS } from '@drover/contract/link-protocol';
import type { Clock } from './clock';
import type { Journal, RunRecord } from './journal';
import type { Outbox } from './outbox';
import { findReadyRun } from './ready-run';
import { Results } from './results';
import { Run } from './run';
import type { Outcome, Script, ScriptHost, UpdateHost } from './script-host';

export interface RunsOptions {
  journal: Journal;
  outbox: Outbox;
  scripts: ScriptHost;
  /** Absent if the agent cannot update itself. */
  updates?: UpdateHost;
  clock: Clock;
  /** Runs at the same time. */
  maxRuns: number;
  log: (sentence: string) => void;
  /** Sends a frame if the link is up. */
  sendProgress: (frame: Progress) => void;
}

/** The runs of the device: accepts orders, queues them, starts each once and reports the result. */
export class Runs {
  /** Open runs by ID, in the order of their arrival. */
  private readonly open: Record<string, Run> = {};
  private readonly results: Results;
  /** Operations whose callbacks are outstanding. */
  private pending = 0;
  private isClosing = false;
  private onClosed?: () => void;

  constructor(private readonly options: RunsOptions) {
    this.results = new Results(options.journal, options.outbox);
    options.outbox.onSettled = (runId) => options.journal.writeIfPossible({ runId, isSettled: true });
  }

  /** Returns the runs for Hello: open ones, and those with frames to send. */
  ids(): string[] {
    const others = this.options.outbox.runIds().filter((runId) => !this.open[runId]);
    return Object.keys(this.open).concat(others);
  }

  /** Sends the latest progress of the open runs, on a new link. */
  sendProgress(): void {
    this.list().forEach((run) => run.progress.sendLatest());
  }

  /** Continues where the last process of the agent ended. */
  recover(done: () => void): void {
    const { journal, scripts } = this.options;
    this.results.recover(
      (record, onEnded) => scripts.endLeftovers(record, onEnded),
      () => {
        const waiting: RunOrder[] = [];
        journal.list().forEach(({ order, ending, startingAt }) => {
          if (order && !ending && startingAt === undefined) waiting.push(order);
        });
        scripts.cleanUp(waiting, () => {
          journal.list().forEach((record) => this.resumeUpdate(record));
          waiting.forEach((order) => this.restore(order));
          done();
        });
      },
    );
  }

  /** Accepts an order of the server, or reports again what is known about the run. */
  accept(order: RunOrder): void {
    const { journal, scripts } = this.options;
    const { runId } = order;
    if (this.open[runId] || journal.get(runId)) return this.reportAgain(runId);
    // The server repeats the order later.
    if (this.isClosing || this.list().length >= LINK_LIMITS.runs) return;
    const run = this.add(order);
    if (order.isUpdate && !this.options.updates) return this.finish(run, cannotUpdate);
    scripts.store(
      order,
      this.track((error, stored) => {
        if (!stored) return this.rejectUnstored(run, error);
        run.order = stored.order;
        journal.writeDurably(
          { runId, order: stored.journaled, acceptedAt: Date.now() },
          this.track((writeError) => {
            if (writeError) this.rejectUnstored(run, writeError);
            else this.queue(run);
          }),
        );
      }),
    );
  }

  /** Stops a run that the server wants stopped, or reports again what is known about it. */
  stop({ runId, reason }: Pick<Stop, 'runId' | 'reason'>): void {
    const run = this.open[runId];
    if (run && run.state === 'running') return run.stop({ state: 'stopped', reason });
    if (run) return this.finish(run, { state: 'canceled', reason });
    if (this.options.journal.get(runId)) return this.reportAgain(runId);
    const outcome: Outcome = { state: 'canceled', reason: reason || 'the device does not know the run' };
    this.results.report({ runId, outcome }, this.track());
  }

  /** Stops running scripts and starts no others. Waiting runs start when the agent starts again. */
  close(reason: string, done: () => void): void {
    this.isClosing = true;
    this.onClosed = done;
    const closing = this.track();
    this.list().forEach((run) => {
      if (run.state === 'running') run.stop({ state: 'stopped', reason });
      else if (run.state === 'preparing' && run.cancel) run.cancel();
    });
    closing();
  }

  private list(): Run[] {
    return Object.keys(this.open).map((runId) => this.open[runId]);
  }

  private add(order: RunOrder): Run {
    const run = new Run(order, this.options);
    this.open[order.runId] = run;
    return run;
  }

  private restore(journaled: RunOrder): void {
    const order = this.options.scripts.restore(journaled);
    if (order) {
      const run = this.add(order);
      run.state = 'waiting';
      return this.startReadyRuns();
    }
    const outcome: Outcome = { state: 'rejected', reason: 'the environment of the run is missing' };
    this.results.report({ runId: journaled.runId, outcome }, this.track());
  }

  /** Continues an update that an earlier process of the agent started. No run starts before it has ended. */
  private resumeUpdate({ order, ending, startingAt }: RunRecord): void {
    const { updates } = this.options;
    if (!order || !order.isUpdate || ending || startingAt === undefined) return;
    const run = this.add(order);
    run.state = 'running';
    run.startedAt = startingAt;
    if (updates) updates.resume(order, (outcome) => this.finish(run, outcome));
    else this.finish(run, cannotUpdate);
  }

  private rejectUnstored(run: Run, error: unknown): void {
    this.finish(run, { state: 'rejected', reason: `the device could not store the run: ${describe(error)}` });
  }

  private queue(run: Run): void {
    if (run.state === 'ended') return;
    this.options.outbox.append({ type: 'accepted', runId: run.id });
    run.state = 'waiting';
    this.startReadyRuns();
  }

  private startReadyRuns(): void {
    if (this.isClosing) return;
    for (;;) {
      const run = findReadyRun(this.list(), this.options.maxRuns);
      if (!run) return;
      this.start(run);
    }
  }

  private start(run: Run): void {
    const { scripts } = this.options;
    run.state = 'preparing';
    if (run.order.isUpdate) return this.recordStart(run, '');
    run.cancel = scripts.prepare(
      run.order,
      this.track((problem, code) => {
        // When the agent closes, the run stays in the journal for the next start.
        if (run.state === 'ended' || this.isClosing) return;
        if (code === undefined) return this.finish(run, { state: 'rejected', reason: problem });
        this.recordStart(run, code);
      }),
    );
  }

  private recordStart(run: Run, code: string): void {
    this.options.journal.writeDurably(
      { runId: run.id, startingAt: Date.now() },
      this.track((error) => this.launch(run, code, error)),
    );
  }

  /** Starts the script once the journal has recorded the start. */
  private launch(run: Run, code: string, journalError: unknown): void {
    // The run was stopped meanwhile: the journal already has its result.
    if (run.state === 'ended') return;
    if (journalError) {
      if (this.isClosing) return;
      return this.finish(run, {
        state: 'rejected',
        reason: `could not be started: ${describe(journalError)}`,
      });
    }
    if (this.isClosing) return this.finish(run, { state: 'canceled', reason: 'the agent was stopped' });
    run.state = 'running';
    const { updates } = this.options;
    if (run.order.isUpdate && updates) {
      run.script = updates.start(run.order, (outcome) => this.finish(run, outcome));
      return this.reportStart(run, run.script);
    }
    const onEnded = this.track((outcome: Outcome) => this.finish(run, { ...outcome, ...run.stopCause }));
    try {
      run.script = this.options.scripts.start(run.order, code, run.createEvents(onEnded));
    } catch (error) {
      return onEnded({ state: 'rejected', reason: `could not be started: ${describe(error)}` });
    }
    if (run.script) this.reportStart(run, run.script);
  }

  private reportStart(run: Run, script: Script): void {
    const { journal, outbox, log } = this.options;
    run.startedAt = Date.now();
    if (script.process) journal.writeIfPossible({ runId: run.id, ...script.process });
    outbox.append({ type: 'started', runId: run.id, at: run.startedAt });
    log(`${run.order.name}: started (run ${run.id}).`);
    if (run.order.timeoutMs !== undefined) run.stopAfterTimeout(run.order.timeoutMs);
  }

  private finish(run: Run, outcome: Outcome): void {
    if (run.state === 'ended') return;
    run.endSteps(outcome);
    run.end();
    this.options.scripts.release(run.order, this.track());
    const { id, startedAt, output } = run;
    const { name, hasSecrets } = run.order;
    this.results.report(
      { runId: id, outcome, output, startedAt, hasSecrets },
      this.track(() => {
        // What the script threw may quote a secret, and the agent's output may end in a file.
        const reason =
          outcome.reason && !(hasSecrets && outcome.state === 'failed') ? `: ${outcome.reason}` : '';
        this.options.log(`${name}: ${outcome.state}${reason}.`);
        delete this.open[id];
        this.startReadyRuns();
      }),
    );
  }

  /** Reports a known run again, unless frames of it are still to be acknowledged. */
  private reportAgain(runId: string): void {
    const { journal, outbox } = this.options;
    if (outbox.hasFramesOf(runId)) return;
    const record = journal.get(runId);
    const run = this.open[runId];
    if (record && record.ending) outbox.append(record.ending);
    else if (run && run.startedAt !== undefined) {
      outbox.append({ type: 'started', runId, at: run.startedAt });
    } else if (run && run.state !== 'storing') outbox.append({ type: 'accepted', runId });
  }

  /** Returns a callback that counts as pending until it has run. `close` waits for it. */
  private track<First, Second>(act?: (first: First, second: Second) => void) {
    this.pending += 1;
    return (first?: First, second?: Second): void => {
      if (act) act(first as First, second as Second);
      this.pending -= 1;
      if (this.pending > 0 || !this.onClosed) return;
      const { onClosed } = this;
      this.onClosed = undefined;
      this.list().forEach((run) => run.end());
      onClosed();
    };
  }
}

const cannotUpdate: Outcome = {
  state: 'rejected',
  reason: 'this agent cannot update itself: run the line under "Add device" on the device',
};

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
