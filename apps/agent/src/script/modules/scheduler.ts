import { now, sleep as block } from '../channel';
import { reportError } from '../failures';

/** Milliseconds that a thread may hold up a sleep before the log says so. */
const waitTimeoutMs = 5000;

/** Threads that `threads.start` has created and that have not started. */
const waiting: RunnableThread[] = [];
let current: RunnableThread | undefined;
/** When the outermost sleep should have ended, and whether the log already says that it did not. */
let outerDeadline: number | undefined;
let hasWarned = false;

/** Ends a thread that is interrupted. */
class ScriptInterruptedException extends Error {
  override readonly name = 'ScriptInterruptedException';
}

/**
 * A thread of a script. JavaScript on Node has one thread per script, so it runs as a whole when other code waits: in
 * `sleep`, `join` and blocking requests, or when the main script has returned.
 */
export class RunnableThread {
  private state: 'waiting' | 'running' | 'ended' = 'waiting';
  private isInterrupted = false;

  constructor(
    readonly name: string,
    private readonly act: () => unknown,
  ) {
    waiting.push(this);
    setImmediate(runWaitingThreads);
  }

  get isAlive(): boolean {
    return this.state !== 'ended';
  }

  run(): void {
    if (this.state !== 'waiting') return;
    this.state = 'running';
    try {
      runAs(this, this.act);
    } catch (error) {
      if (!(error instanceof ScriptInterruptedException)) reportError(error, `${this.name}: `);
    } finally {
      this.state = 'ended';
    }
  }

  interrupt(): void {
    this.isInterrupted = true;
    if (this.state === 'waiting') this.state = 'ended';
  }

  throwIfInterrupted(): void {
    if (this.isInterrupted) throw new ScriptInterruptedException(`${this.name} was interrupted.`);
  }
}

function runAs(thread: RunnableThread, act: () => unknown): void {
  const outer = current;
  current = thread;
  try {
    act();
  } finally {
    current = outer;
  }
}

export function getCurrentThread(): RunnableThread | undefined {
  return current;
}

export function runWaitingThreads(): void {
  for (let thread = waiting.shift(); thread; thread = waiting.shift()) thread.run();
}

/** Blocks the script, and runs its waiting threads meanwhile. */
export function sleep(ms: unknown): void {
  const deadline = now() + Number(ms);
  warnIfOverdue();
  const isOuter = outerDeadline === undefined;
  if (isOuter) outerDeadline = deadline;
  try {
    runWaitingThreads();
    current?.throwIfInterrupted();
    block(deadline - now());
  } finally {
    if (isOuter) outerDeadline = undefined;
  }
}

function warnIfOverdue(): void {
  if (hasWarned || !current || outerDeadline === undefined || now() < outerDeadline + waitTimeoutMs) return;
  hasWarned = true;
  console.warn(
    `${current.name} holds up the code that sleeps or waits: on this agent a thread runs until it ends. See docs/scripts.md.`,
  );
}
