import { headerBytes } from './wire-message';
import type { WireMessage } from './wire-reader';

/** What holds the session: a statement of its own, or everything until a transaction ends. */
type Unit = 'statement' | 'transaction';

/** Statements that run before a waiting transaction. */
const maxStatementsInRow = 8;

/** The time for which units may run before the lock yields to the event loop. */
const maxTurnMs = 1;

/** Bytes of a statement that show how it begins. */
const beginningBytes = 32;

const transactionStart = /^\s*(begin|start)\b/i;

/**
 * The lock of the only session of a PGlite. Statements outside of transactions run before waiting transactions, so that
 * reads do not wait for the many statements of writers. A waiting transaction lets a few statements pass. Units of the same
 * kind run in the order of their requests.
 *
 * Waiting units run in promise callbacks, which block the event loop until none is left. The lock therefore yields to the
 * event loop after a millisecond, so that it can read new statements and send responses.
 */
export class SessionLock {
  private isTaken = false;
  private statementsInRow = 0;
  private turnStartedAt = 0;
  private readonly waiting: Record<Unit, (() => void)[]> = { statement: [], transaction: [] };

  async lock(unit: Unit): Promise<void> {
    if (this.isTaken) return new Promise<void>((resolve) => this.waiting[unit].push(resolve));
    this.isTaken = true;
    this.turnStartedAt = performance.now();
    this.note(unit);
  }

  unlock(): void {
    const { statement, transaction } = this.waiting;
    if (statement.length + transaction.length === 0) this.isTaken = false;
    else if (performance.now() - this.turnStartedAt < maxTurnMs) this.startNext();
    else setImmediate(() => this.startTurn());
  }

  private startTurn(): void {
    this.turnStartedAt = performance.now();
    this.startNext();
  }

  private startNext(): void {
    const unit = this.nextUnit();
    this.note(unit);
    this.waiting[unit].shift()?.();
  }

  private nextUnit(): Unit {
    const { statement, transaction } = this.waiting;
    if (transaction.length === 0) return 'statement';
    return statement.length > 0 && this.statementsInRow < maxStatementsInRow ? 'statement' : 'transaction';
  }

  /** Counts the statements that made a transaction wait. */
  private note(unit: Unit): void {
    const isPassing = unit === 'statement' && this.waiting.transaction.length > 0;
    this.statementsInRow = isPassing ? this.statementsInRow + 1 : 0;
  }
}

/** Returns what the first message of a unit begins. */
export function unitOf({ type, bytes }: WireMessage): Unit {
  // In Parse, the name of the prepared statement precedes its text.
  const start = type === 'P' ? bytes.indexOf(0, headerBytes) + 1 : headerBytes;
  if (type !== 'P' && type !== 'Q') return 'statement';
  const beginning = bytes.toString('latin1', start, start + beginningBytes);
  return transactionStart.test(beginning) ? 'transaction' : 'statement';
}
