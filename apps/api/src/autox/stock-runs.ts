import {
  type Finished,
  type LinkLogLine,
  type LinkProgress,
  type Progress,
  type RunOrder,
  REASONS,
  writeReason,
} from '@drover/contract';
import { LastFailedStep, readProgress, readResult, RunSteps, type RunOutput } from '@drover/device-agent';
import { command, type Command } from './dialect';
import { stockScript } from './phone-files';
import { readStockLine, type ScriptReport } from './stock-log';

/** How long a stopped script has to report its end. After that, it counts as ended. */
const stopTimeoutMs = 5_000;

type Outcome = Pick<Finished, 'state' | 'reason'>;

interface StockRun {
  /** Name of the script on the phone. The app's own log lines about the script contain it. */
  fileName: string;
  seq: number;
  cause?: Outcome;
  failure?: string;
  output?: RunOutput;
  steps: RunSteps;
  lastFailed: LastFailedStep;
  timers: NodeJS.Timeout[];
}

/** A run that an earlier connection of the phone started. */
export interface KnownRun {
  runId: string;
  name: string;
  /** Number of its last line. */
  seq: number;
}

interface StockRunsOptions {
  send(frame: object): void;
  /** Reports a durable frame of the device link. Resolves when it is stored. */
  report(frame: Record<string, unknown>): Promise<unknown>;
  sendProgress(frame: Progress): void;
  loadCode(sha256: string): Promise<string | undefined>;
  known: KnownRun[];
}

/** The runs of a phone without agent. Converts orders to commands of the app, and log lines of the app to reports. */
export class StockRuns {
  private readonly runs = new Map<string, StockRun>();

  constructor(private readonly options: StockRunsOptions) {
    for (const { runId, name, seq } of options.known) this.track(runId, name, seq);
  }

  /** Reports the start before the script is sent, so that it starts at most once even if the connection fails in between. */
  async start(order: RunOrder): Promise<void> {
    const { runId, name, timeoutMs, sha256 } = order;
    if (this.runs.has(runId)) return;
    const run = this.track(runId, name);
    const code = order.code ?? (await this.options.loadCode(sha256));
    if (code === undefined) return this.finish(runId, { state: 'rejected', reason: REASONS.code_deleted });
    const at = Date.now();
    await Promise.all([
      this.options.report({ type: 'accepted', runId }),
      this.options.report({ type: 'started', runId, at }),
    ]);
    this.command({ command: 'run', id: runId, name: run.fileName, script: stockScript(order, code) });
    if (timeoutMs !== undefined) {
      const outcome: Outcome = {
        state: 'timed_out',
        reason: writeReason('timed_out', { seconds: timeoutMs / 1000 }),
      };
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

  /** Handles a line of the app's log, which all scripts share. */
  onMessage(log: string): void {
    const line = readStockLine(log);
    if ('report' in line) return this.onScriptReport(line.report);
    const [runId, run] = this.findRunNamedIn(line.text) ?? [];
    if (runId === undefined || !run) return;
    this.log(runId, line);
    if (line.level !== 'error') return;
    // The lines of the script itself arrive as reports, so this is an exception that ended the script.
    run.failure ??= line.text;
    this.endSoon(runId, run);
  }

  /** Drops the runs from memory. The phone continues them. */
  close(): void {
    for (const { timers } of this.runs.values()) timers.forEach(clearTimeout);
    this.runs.clear();
  }

  private track(runId: string, name: string, seq = 0): StockRun {
    const run: StockRun = {
      fileName: `${name.replace(/\.js$|[/\\\0]/g, '')} ${runId.slice(-6)}.js`,
      seq,
      steps: new RunSteps((line) => this.log(runId, line)),
      lastFailed: new LastFailedStep(),
      timers: [],
    };
    this.runs.set(runId, run);
    return run;
  }

  private onScriptReport(report: ScriptReport): void {
    const { runId, ...rest } = report;
    const run = this.runs.get(runId);
    if (!run) return;
    run.lastFailed.note(report);
    if (report.type === 'log') return this.log(runId, report);
    if (report.type === 'posted') return void this.options.report({ runId, ...rest });
    if (report.type === 'result') run.output = { progress: run.output?.progress, ...readResult(report) };
    if (report.type === 'progress') this.setProgress(runId, run, readProgress(report));
    if (report.type === 'step') run.steps.handle(report);
    if (report.type === 'exit') run.cause ??= { state: 'succeeded' };
    if (report.type === 'ended') this.endSoon(runId, run);
  }

  private setProgress(runId: string, run: StockRun, progress: LinkProgress): void {
    run.output = { ...run.output, progress };
    this.options.sendProgress({ type: 'progress', runId, ...progress });
  }

  private log(runId: string, { level, text, step }: Pick<LinkLogLine, 'level' | 'text' | 'step'>): void {
    const run = this.runs.get(runId);
    if (!run) return;
    run.seq += 1;
    void this.options.report({
      type: 'log',
      runId,
      lines: [{ seq: run.seq, at: Date.now(), level, text, step }],
    });
  }

  /** Waits before finishing the run, because the app logs an exception and the end in separate lines, in any order. */
  private endSoon(runId: string, run: StockRun): void {
    const settle = () => {
      const { key } = run.lastFailed;
      if (run.failure !== undefined && key !== undefined)
        run.steps.handle({ state: 'fatal', key, at: Date.now() });
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
    run.timers.push(setTimeout(() => this.finish(runId, cause), stopTimeoutMs));
  }

  private finish(runId: string, outcome: Outcome): void {
    const run = this.runs.get(runId);
    run?.timers.forEach(clearTimeout);
    const failedStep = run?.steps.endAll(outcome.state);
    this.runs.delete(runId);
    void this.options.report({
      type: 'finished',
      runId,
      at: Date.now(),
      ...outcome,
      ...run?.output,
      failedStep,
    });
  }

  /** Returns the run whose name is in a log line of the app. If there is only one run, returns that. */
  private findRunNamedIn(text: string): [string, StockRun] | undefined {
    const runs = [...this.runs];
    return (
      runs.find(([, { fileName }]) => text.includes(fileName)) ?? (runs.length === 1 ? runs[0] : undefined)
    );
  }

  private command(data: Command): void {
    this.options.send(command(data));
  }
}
