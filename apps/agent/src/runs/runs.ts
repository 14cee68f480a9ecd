import { LINK_LIMITS, type RunOrder, type Stop } from '@drover/contract/link';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outbox } from '../link/outbox';
import { identityOf } from '../process/process-tree';
import type { ScriptProcess } from '../process/script-process';
import { CodeError, type CodeCache } from './code-cache';
import { Endings, type Outcome } from './endings';
import type { Journal, RunRecord } from './journal';
import { Run, type Cause } from './run';
import type { SecretEnvs } from './secret-envs';

interface RunsOptions {
  journal: Journal;
  outbox: Outbox;
  codes: CodeCache;
  envs: SecretEnvs;
  workFolder: string;
  maxRuns: number;
  memoryMb: number;
  say: (sentence: string) => void;
}

/** All runs of the device: takes them, lets them wait for a place, starts each once, and tells how they ended. */
export class Runs {
  /** Runs that have not ended, in the order of their arrival. */
  private readonly open = new Map<string, Run>();
  private readonly underWay = new Set<Promise<void>>();
  private readonly endings: Endings;
  private isClosing = false;

  constructor(private readonly options: RunsOptions) {
    this.endings = new Endings(options.journal, options.outbox);
    options.outbox.onSettled = (runId) => this.note({ runId, isSettled: true });
  }

  /** Runs for Hello: those that are open, and those that still have something to tell. */
  ids(): string[] {
    return [...new Set([...this.open.keys(), ...this.options.outbox.runIds()])];
  }

  /** Goes on where the last process of this agent ended, however it ended. */
  async recover(): Promise<void> {
    const { journal, envs, workFolder } = this.options;
    await this.endings.recover();
    await rm(workFolder, { recursive: true, force: true });
    const waiting = journal
      .all()
      .flatMap(({ order, ending, startingAt }) =>
        order && !ending && startingAt === undefined ? [order] : [],
      );
    envs.removeOthers(waiting);
    for (const order of waiting) {
      const whole = envs.restore(order);
      if (whole) this.wait(this.hold(whole));
      else await this.endings.tell(order.runId, { state: 'rejected', reason: 'its environment is gone' });
    }
  }

  /** The server wants a run started. */
  take(order: RunOrder): Promise<void> {
    return this.track(this.accept(order));
  }

  /** The server wants a run ended. */
  stop(order: Pick<Stop, 'runId' | 'reason'>): Promise<void> {
    return this.track(this.endOne(order));
  }

  /** Ends what runs, and starts nothing more. What waits will start when the agent does. */
  async close(reason: string): Promise<void> {
    this.isClosing = true;
    for (const run of this.open.values()) {
      if (run.phase === 'running') void this.track(run.end({ state: 'stopped', reason }));
      else if (run.phase === 'preparing') run.cancellation.abort();
    }
    while (this.underWay.size > 0) await Promise.all(this.underWay);
    for (const run of this.open.values()) run.settle();
  }

  private async accept(order: RunOrder): Promise<void> {
    const { journal, codes, outbox, envs } = this.options;
    if (this.open.has(order.runId) || journal.get(order.runId)) return this.answerAgain(order.runId);
    if (this.isClosing || this.open.size >= LINK_LIMITS.runs) return; // The server will say it again.
    const { code, ...kept } = order;
    const run = this.hold(kept);
    try {
      if (code !== undefined) await codes.keep(order.sha256, code);
      await journal.noteDurably({ runId: run.id, order: envs.withhold(kept), acceptedAt: Date.now() });
    } catch (error) {
      return this.finish(run, {
        state: 'rejected',
        reason: `the device could not keep the run: ${messageOf(error)}`,
      });
    }
    if (run.hasEnded) return;
    outbox.append({ type: 'accepted', runId: run.id });
    this.wait(run);
  }

  private async endOne({ runId, reason }: Pick<Stop, 'runId' | 'reason'>): Promise<void> {
    const run = this.open.get(runId);
    if (run?.phase === 'running') return run.end({ state: 'stopped', reason });
    if (run) return this.finish(run, { state: 'canceled', reason });
    if (this.options.journal.get(runId)) return this.answerAgain(runId);
    const unknown = 'the device does not know the run';
    await this.endings.tell(runId, { state: 'canceled', reason: reason ?? unknown });
  }

  private hold(order: RunOrder): Run {
    const run = new Run(order, this.options.outbox);
    this.open.set(run.id, run);
    return run;
  }

  private wait(run: Run): void {
    run.phase = 'waiting';
    this.startWhatMay();
  }

  /** Gives the places to those that came first, but never two to one script. */
  private startWhatMay(): void {
    if (this.isClosing) return;
    const runs = [...this.open.values()];
    const started = runs.filter(({ phase }) => phase === 'preparing' || phase === 'running');
    const busyScripts = new Set(started.map(({ order }) => order.scriptId));
    let places = this.options.maxRuns - started.length;
    for (const run of runs.filter(({ phase }) => phase === 'arriving' || phase === 'waiting')) {
      const { scriptId } = run.order;
      if (places === 0) return;
      const isItsTurn = scriptId === null || !busyScripts.has(scriptId);
      busyScripts.add(scriptId);
      if (!isItsTurn || run.phase === 'arriving') continue;
      places -= 1;
      void this.track(this.start(run));
    }
  }

  private async start(run: Run): Promise<void> {
    const { journal, codes, workFolder, memoryMb } = this.options;
    run.phase = 'preparing';
    const place = { workFolder: join(workFolder, run.id), memoryMb };
    try {
      const code = await codes.get(run.order.sha256, run.cancellation.signal);
      await mkdir(place.workFolder, { recursive: true, mode: 0o700 });
      if (run.hasEnded || this.isClosing) return;
      await journal.noteDurably({ runId: run.id, startingAt: Date.now() });
      if (run.hasEnded) return; // Stopped in this moment: its ending stands in the journal already.
      if (this.isClosing)
        return await this.finish(run, { state: 'canceled', reason: 'the agent was stopped' });
      const started = run.launch(code, place);
      this.options.envs.remove(run.order);
      await this.follow(run, started);
    } catch (error) {
      if (this.isClosing && run.phase === 'preparing') return; // It waits for the agent's next start.
      const why = error instanceof CodeError ? error.message : `could not be started: ${messageOf(error)}`;
      await this.finish(run, { state: 'rejected', reason: why });
    } finally {
      await rm(place.workFolder, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  /** From the process's start to its end. */
  private async follow(run: Run, { pid, ended }: ScriptProcess): Promise<void> {
    const { outbox, say } = this.options;
    if (pid !== undefined) {
      run.startedAt = Date.now();
      this.note({ runId: run.id, pid, identity: identityOf(pid) });
      outbox.append({ type: 'started', runId: run.id, at: run.startedAt });
      say(`${run.order.name}: started (run ${run.id}).`);
      const { timeoutMs } = run.order;
      const timedOut: Cause = { state: 'timed_out', reason: `ran longer than ${(timeoutMs ?? 0) / 1000} s` };
      if (timeoutMs !== undefined) run.after(timeoutMs, () => void run.end(timedOut));
    }
    const end = await ended;
    await this.finish(run, { ...end, ...run.cause });
  }

  private async finish(run: Run, outcome: Outcome): Promise<void> {
    if (run.hasEnded) return;
    run.settle();
    this.options.envs.remove(run.order);
    await this.endings.tell(run.id, outcome, run.startedAt);
    this.options.say(`${run.order.name}: ${outcome.state}${outcome.reason ? `: ${outcome.reason}` : ''}.`);
    this.open.delete(run.id);
    this.startWhatMay();
  }

  /** The server asks about a run that the device knows. What is on its way already need not be said again. */
  private answerAgain(runId: string): void {
    const { journal, outbox } = this.options;
    if (outbox.holds(runId)) return;
    const ending = journal.get(runId)?.ending;
    const run = this.open.get(runId);
    if (ending) outbox.append(ending);
    else if (run?.startedAt !== undefined) outbox.append({ type: 'started', runId, at: run.startedAt });
    else if (run && run.phase !== 'arriving') outbox.append({ type: 'accepted', runId });
  }

  private track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => this.underWay.delete(tracked));
    this.underWay.add(tracked);
    return tracked;
  }

  /** Notes what is good to know but not needed: without it a frame is sent once more, at worst. */
  private note(change: RunRecord): void {
    try {
      this.options.journal.note(change);
    } catch {
      this.options.journal.remember(change);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
