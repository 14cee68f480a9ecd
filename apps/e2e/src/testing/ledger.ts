import { hasEnded, type Device, type Run, type RunState } from '@drover/sdk';
import { eventually, type Installation } from '@drover/test-installation';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long runs may take to end once all is well again. */
const patienceMs = 90_000;

/** Runs that are asked for at a time, with a fault in their midst. */
const runsPerRound = 50;

/** What goes wrong in mid-dispatch, and is well again when it resolves. The round counts up from 0. */
export type Fault = (round: number) => Promise<unknown>;

/** Lines that each run writes. */
const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);

/** What became of the runs that were answered with 204. */
export interface Account {
  /** How many runs came to which state. */
  states: Partial<Record<RunState, number>>;
  /** Scripts that started more than once. */
  doubled: number;
  /** Runs whose state or log is not what their script did. */
  untrue: string[];
}

/** Asks for runs, and compares what the service says of them with what the scripts themselves did. */
export class Ledger {
  private readonly jobIds: string[] = [];
  private readonly account: Account = { states: {}, doubled: 0, untrue: [] };
  private settled = 0;
  private readonly marks: string;
  private readonly code: string;

  constructor(
    private readonly installation: Installation,
    private readonly device: Device,
  ) {
    this.marks = join(installation.folder, `marks-${randomUUID()}`);
    // The mark is the script's own side effect: one line a start.
    this.code = `require('fs').appendFileSync(${JSON.stringify(this.marks)}, hamibot.env.MARK + '\\n');
      for (let n = 1; n <= ${lines.length}; n++) { console.log('line ' + n); if (n % 5 === 0) sleep(20); }`;
  }

  /** Asks for runs one after the other, and keeps what was answered. */
  async ask(count: number): Promise<void> {
    const { code, device, installation } = this;
    for (let asked = 0; asked < count; asked += 1) {
      const vars = { MARK: String(this.jobIds.length) };
      const { jobId } = await installation.drover.scripts.execute({ code, devices: [device], vars });
      this.jobIds.push(jobId);
      await delay(20);
    }
  }

  /** Asks for so many runs round by round, with the fault somewhere in the middle of each, and settles the account. */
  async askUnder(fault: Fault, count: number): Promise<Account> {
    for (let round = 0, asked = 0; asked < count; round += 1, asked += runsPerRound) {
      const asking = this.ask(Math.min(runsPerRound, count - asked));
      await delay(Math.random() * 150);
      await Promise.all([asking, fault(round)]);
      await this.settle();
    }
    return this.account;
  }

  /** Waits until all runs have ended, and settles the account of all that were ever asked for. */
  async settle(): Promise<Account> {
    const { account } = this;
    for (; this.settled < this.jobIds.length; this.settled += 1) {
      const run = await this.ended(this.jobIds[this.settled]);
      const starts = this.starts().get(String(this.settled)) ?? 0;
      account.states[run.state] = (account.states[run.state] ?? 0) + 1;
      if (!(await this.isTrue(run, starts)))
        account.untrue.push(`${run._id}: ${run.state}, ${starts} starts`);
    }
    account.doubled = [...this.starts().values()].filter((starts) => starts > 1).length;
    return account;
  }

  /** How often the script of each mark started. */
  private starts(): Map<string, number> {
    const marks = existsSync(this.marks) ? readFileSync(this.marks, 'utf8').trim().split('\n') : [];
    return marks.reduce(
      (starts, mark) => starts.set(mark, (starts.get(mark) ?? 0) + 1),
      new Map<string, number>(),
    );
  }

  private ended(jobId: string): Promise<Run> {
    return eventually(
      () => this.installation.theRun(jobId),
      ({ state }) => hasEnded(state),
      patienceMs,
    );
  }

  private async isTrue(run: Run, starts: number): Promise<boolean> {
    const log = await this.installation.logOf(run);
    const isWhole = log.length === lines.length;
    const isInOrder = log.every((text, index) => text === lines[index]);
    if (run.state === 'succeeded') return starts === 1 && isWhole && isInOrder;
    if (run.state === 'lost') return isInOrder;
    return starts === 0 && log.length === 0;
  }
}
