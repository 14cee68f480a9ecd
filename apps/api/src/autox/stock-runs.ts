import type { Finished, LogLevel, RunOrder } from '@drover/contract';
import { command, type Command } from './dialect';
import { stockScript } from './phone-files';
import { readStockLine, type ScriptReport } from './stock-log';

/** How long a script has to say that it ended, once it was stopped: what says nothing then is taken to be gone. */
const stopPatienceMs = 5_000;

type Outcome = Pick<Finished, 'state' | 'reason'>;

interface StockRun {
  /** Name of the script on the phone: the app's own lines about it show it. */
  fileName: string;
  seq: number;
  cause?: Outcome;
  failure?: string;
  timers: NodeJS.Timeout[];
}

/** A run that an earlier connection of the phone has started. */
export interface KnownRun {
  runId: string;
  name: string;
  /** Number of its last line. */
  seq: number;
}

interface StockRunsOptions {
  send(frame: object): void;
  /** Takes a durable frame of the device link; resolves when it is in the database. */
  report(frame: Record<string, unknown>): Promise<unknown>;
  loadCode(sha256: string): Promise<string | undefined>;
  known: KnownRun[];
}

/** The runs of a phone without agent: their orders become commands of its app, lines of its log become reports. */
export class StockRuns {
  private readonly runs = new Map<string, StockRun>();

  constructor(private readonly options: StockRunsOptions) {
    for (const { runId, name, seq } of options.known) this.hold(runId, name, seq);
  }

  /** It is said to have started before it is sent: whatever happens in between, it starts once at most. */
  async start(order: RunOrder): Promise<void> {
    const { runId, name, timeoutMs, sha256 } = order;
    if (this.runs.has(runId)) return;
    const run = this.hold(runId, name);
    const code = order.code ?? (await this.options.loadCode(sha256));
    if (code === undefined) return this.finish(runId, { state: 'rejected', reason: 'the code is gone' });
    const at = Date.now();
    await Promise.all([
      this.options.report({ type: 'accepted', runId }),
      this.options.report({ type: 'started', runId, at }),
    ]);
    this.command({ command: 'run', id: runId, name: run.fileName, script: stockScript(order, code) });
    if (timeoutMs !== undefined) {
      const outcome: Outcome = { state: 'timed_out', reason: `ran longer than ${timeoutMs / 1000} s` };
      run.timers.push(setTimeout(() => this.end(runId, outcome), timeoutMs));
    }
  }

  stop(runId: string, reason?: string): void {
    if (this.runs.has(runId)) this.end(runId, { state: 'stopped', reason });
    else this.finish(runId, { state: 'canceled', reason });
  }

  stopAll(): void {
    this.command({ command: 'stopAll' });
  }

  /** A line of the app's log, which holds those of all scripts. */
  hear(log: string): void {
    const line = readStockLine(log);
    if ('report' in line) return this.hearScript(line.report);
    const [runId, run] = this.runNamedIn(line.text) ?? [];
    if (runId === undefined || !run) return;
    this.log(runId, line);
    if (line.level !== 'error') return;
    // What the script itself writes comes as its report: this is an exception that ended it.
    run.failure ??= line.text;
    this.endSoon(runId, run);
  }

  /** Forgets them; the phone goes on with them. */
  close(): void {
    for (const { timers } of this.runs.values()) timers.forEach(clearTimeout);
    this.runs.clear();
  }

  private hold(runId: string, name: string, seq = 0): StockRun {
    const run = { fileName: `${name.replace(/\.js$|[/\\\0]/g, '')} ${runId.slice(-6)}.js`, seq, timers: [] };
    this.runs.set(runId, run);
    return run;
  }

  private hearScript(said: ScriptReport): void {
    const { runId, ...rest } = said;
    const run = this.runs.get(runId);
    if (!run) return;
    if (said.type === 'log') return this.log(runId, said);
    if (said.type === 'posted') return void this.options.report({ runId, ...rest });
    if (said.type === 'exit') run.cause ??= { state: 'succeeded' };
    if (said.type === 'ended') this.endSoon(runId, run);
  }

  private log(runId: string, { level, text }: { level: LogLevel; text: string }): void {
    const run = this.runs.get(runId);
    if (!run) return;
    run.seq += 1;
    void this.options.report({ type: 'log', runId, lines: [{ seq: run.seq, at: Date.now(), level, text }] });
  }

  /** The app tells an exception and an end in lines of their own, in an order of its own. */
  private endSoon(runId: string, run: StockRun): void {
    const settle = () => {
      const failed: Outcome = { state: 'failed', reason: run.failure?.slice(0, 2000) };
      this.finish(runId, run.cause ?? (run.failure === undefined ? { state: 'succeeded' } : failed));
    };
    run.timers.push(setTimeout(settle, 500));
  }

  private end(runId: string, cause: Outcome): void {
    const run = this.runs.get(runId);
    if (!run) return;
    run.cause ??= cause;
    this.command({ command: 'stop', id: runId });
    run.timers.push(setTimeout(() => this.finish(runId, cause), stopPatienceMs));
  }

  private finish(runId: string, outcome: Outcome): void {
    this.runs.get(runId)?.timers.forEach(clearTimeout);
    this.runs.delete(runId);
    void this.options.report({ type: 'finished', runId, at: Date.now(), ...outcome });
  }

  /** The run that a line of the app itself is about: the one that it names, or else the only one. */
  private runNamedIn(text: string): [string, StockRun] | undefined {
    const runs = [...this.runs];
    return (
      runs.find(([, { fileName }]) => text.includes(fileName)) ?? (runs.length === 1 ? runs[0] : undefined)
    );
  }

  private command(data: Command): void {
    this.options.send(command(data));
  }
}
