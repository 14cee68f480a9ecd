import { FairQueue } from './fair-queue';
import type { Foreground } from './foreground';
import type { Shares } from './shares';
import type { Steps } from './steps';

/** Computing in one turn of the event loop, after which requests and other sockets are served. */
const sliceMs = 1;

/** The pause after a slice while requests are being processed, as a multiple of the time that the slice took. */
const pauseFactor = 2;

interface Step {
  owner: string;
  run: () => void;
  laterMs: number;
}

/**
 * Divides the time of the event loop between accounts whose devices make the server compute: read frames, mask texts, send
 * orders, create events. Their steps run at once while there is little to do. Otherwise a few of them run in each turn of the
 * event loop, and accounts take turns.
 */
export class Turns {
  private readonly waiting = new FairQueue<Step>();
  private usedMs = 0;
  private isScheduled = false;

  constructor(
    private readonly foreground: Pick<Foreground, 'isBusy'>,
    private readonly shares: Pick<Shares, 'count' | 'start'>,
  ) {}

  /**
   * Runs a short step when it is the turn of its owner: an account, or the address of a client whose account is not known
   * yet. Steps of an owner run in order. If the owner has used up its share of the main thread, the step waits. `laterMs` is
   * the estimated processor time that the step causes afterwards, for example to store a frame.
   */
  run(owner: string, run: () => void, laterMs = 0): void {
    this.shares.start(owner, 0, () => this.runSoon(owner, run, laterMs));
  }

  /** Like `run`, but the step does not wait for the share of its owner. Its time still counts. */
  runSoon(owner: string, run: () => void, laterMs = 0): void {
    const step = { owner, run, laterMs };
    if (this.waiting.isEmpty && this.usedMs < sliceMs) this.measure(step);
    else this.waiting.push(owner, step);
    if (!this.isScheduled) this.schedule();
  }

  /**
   * Runs a long computation in steps, which take turns with those of other accounts and other computations. The time counts
   * toward the share of the account. The steps do not wait for that share, because other accounts may need the result.
   */
  compute<Result>(accountId: string, steps: Steps<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          const end = computeSlice(steps);
          if (end) resolve(end.value);
          else this.waiting.push(accountId, { owner: accountId, run, laterMs: 0 });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      this.runSoon(accountId, run);
    });
  }

  private schedule(): void {
    this.isScheduled = true;
    if (this.foreground.isBusy) setTimeout(this.runSlice, pauseFactor * Math.max(this.usedMs, sliceMs));
    else setImmediate(this.runSlice);
  }

  private readonly runSlice = (): void => {
    this.usedMs = 0;
    this.runNext();
  };

  private readonly runNext = (): void => {
    if (!this.waiting.isEmpty && this.usedMs < sliceMs) return this.runWaiting(this.waiting.shift()!);
    // What ran in this slice leaves less time for steps that arrive until the next one.
    this.isScheduled = false;
    if (this.usedMs > 0) this.schedule();
  };

  /** Runs a step and measures it with the work that it defers to `process.nextTick`, such as writing to sockets. */
  private runWaiting(step: Step): void {
    const start = performance.now();
    step.run();
    process.nextTick(() => {
      this.count(step, performance.now() - start);
      this.runNext();
    });
  }

  private measure(step: Step): void {
    const start = performance.now();
    step.run();
    this.count(step, performance.now() - start);
  }

  private count({ owner, laterMs }: Step, ms: number): void {
    this.usedMs += ms + laterMs;
    this.shares.count(owner, ms + laterMs);
  }
}

/** Runs steps until a slice has passed. Returns the result, or undefined if steps are left. */
function computeSlice<Result>(steps: Steps<Result>): { value: Result } | undefined {
  for (const begin = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return { value };
    if (performance.now() - begin >= sliceMs) return undefined;
  }
}
