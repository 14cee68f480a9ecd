import { type Device, hasEnded, type Run, type RunState } from '@drover/sdk';
import { eventually, type Installation } from '@drover/test-installation';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a run may take to end after the fault. */
const runTimeoutMs = 90_000;

/** Runs that are started in each round. */
const runsPerRound = 50;

/** Causes a fault while runs are started, and resolves once it is repaired. Rounds count from 0. */
export type Fault = (round: number) => Promise<unknown>;

/** The log lines that each run writes. */
const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

/** The results of all runs whose request succeeded. */
export interface Tally {
  /** Number of runs per final state. */
  states: Partial<Record<RunState, number>>;
  /** Number of scripts that started more than once. */
  startedTwice: number;
  /** Runs whose state or log differs from what their script did. */
  mismatches: string[];
}

/** Starts runs, and compares what the server reports with what the scripts recorded themselves. */
export class Ledger {
  private readonly jobIds: string[] = [];
  private readonly tally: Tally = { states: {}, startedTwice: 0, mismatches: [] };
  private compared = 0;
  private readonly markFile: string;
  private readonly code: string;

  constructor(
    private readonly installation: Installation,
    private readonly device: Device,
  ) {
    this.markFile = join(installation.folder, `marks-${randomUUID()}`);
    // Each start of a script appends a line to the file.
    this.code = `require('fs').appendFileSync(${JSON.stringify(this.markFile)}, hamibot.env.MARK + '\\n');
      drover.result({ mark: hamibot.env.MARK });
      for (let n = 1; n <= ${lines.length}; n++) { console.log('line ' + n); if (n % 5 === 0) sleep(20); }`;
  }

  /** Starts runs one after the other, and records their jobs. */
  async startRuns(count: number): Promise<void> {
    const { code, device, installation } = this;
    for (let started = 0; started < count; started += 1) {
      const vars = { MARK: String(this.jobIds.length) };
      const { jobId } = await installation.drover.scripts.execute({ code, devices: [device], vars });
      this.jobIds.push(jobId);
      await delay(20);
    }
  }

  /** Starts runs in rounds, causes the fault at a random time in each, and returns the results of all runs. */
  async startRunsDuring(fault: Fault, count: number): Promise<Tally> {
    for (let round = 0, started = 0; started < count; round += 1, started += runsPerRound) {
      const starting = this.startRuns(Math.min(runsPerRound, count - started));
      await delay(Math.random() * 150);
      await Promise.all([starting, fault(round)]);
      await this.waitAndCompare();
    }
    return this.tally;
  }

  /** Waits until all runs have ended, and adds them to the tally. */
  async waitAndCompare(): Promise<Tally> {
    const { tally } = this;
    for (; this.compared < this.jobIds.length; this.compared += 1) {
      const run = await this.waitForEnd(this.jobIds[this.compared]);
      const starts = this.countStarts().get(String(this.compared)) ?? 0;
      tally.states[run.state] = (tally.states[run.state] ?? 0) + 1;
      const mark = String(this.compared);
      if (!(await this.matchesScript(run, starts)) || !(await this.hasResult(run, mark)))
        tally.mismatches.push(`${run._id}: ${run.state}, ${starts} starts`);
    }
    tally.startedTwice = [...this.countStarts().values()].filter((starts) => starts > 1).length;
    return tally;
  }

  /** Counts the starts of each script by its mark. */
  private countStarts(): Map<string, number> {
    const marks = existsSync(this.markFile) ? readFileSync(this.markFile, 'utf8').trim().split('\n') : [];
    return marks.reduce(
      (starts, mark) => starts.set(mark, (starts.get(mark) ?? 0) + 1),
      new Map<string, number>(),
    );
  }

  private waitForEnd(jobId: string): Promise<Run> {
    return eventually(
      () => this.installation.getRun(jobId),
      ({ state }) => hasEnded(state),
      runTimeoutMs,
    );
  }

  private async matchesScript(run: Run, starts: number): Promise<boolean> {
    const log = await this.installation.readLog(run);
    const isComplete = log.length === lines.length;
    const isInOrder = log.every((text, index) => text === lines[index]);
    if (run.state === 'succeeded') return starts === 1 && isComplete && isInOrder;
    if (run.state === 'lost') return isInOrder;
    return starts === 0 && log.length === 0;
  }

  /** Whether the run left its result exactly once if it succeeded, and otherwise none. */
  private async hasResult({ jobId, state }: Run, mark: string): Promise<boolean> {
    const { items } = await this.installation.drover.results.list({ jobId });
    const marks = items.map(({ value }) => (value as { mark: string }).mark);
    return marks.join() === (state === 'succeeded' ? mark : '');
  }
}
