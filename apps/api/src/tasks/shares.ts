import { BUDGET } from '@drover/contract/budget';
import type { ActiveAccounts } from './active-accounts';
import { FairQueue } from './fair-queue';

/** The fraction of the main thread's time that an owner may use while others send requests. */
const share = BUDGET.computingBesideOthers.max / 1000;

/** An account counts as active for so long after a request. It is short, so that rare requests do not slow down large fleets. */
const othersMs = 250;

/** How much an owner may use at once without waiting. */
const burstMs = 20;

/** The counted time of an owner never exceeds this, so that its next work starts after three seconds at the latest. */
const maxUsedMs = 250;

/** Waiting work is checked at least so often. */
const maxCheckMs = 50;

interface Use {
  /** What was used before `at`, less what was its share since. */
  ms: number;
  at: number;
}

interface SharesOptions {
  accounts: Pick<ActiveAccounts, 'isActiveBeside'>;
  /** Whether nothing has to wait. */
  isUnlimited?: boolean;
}

/**
 * Limits how much of the main thread's time each owner of work may use. An owner is an account, or the address of a client
 * until its account is known. Requests, links, frames and events all count. While other accounts send requests, the work of
 * an owner that has used up its share waits, so that the main thread is free for the others.
 */
export class Shares {
  private readonly uses = new Map<string, Use>();
  private readonly waiting = new FairQueue<() => void>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: SharesOptions) {}

  /** The number of owners that have used more than their share until now. */
  get size(): number {
    return this.uses.size;
  }

  /** Counts that the work of an owner took so many milliseconds. Work without an owner is not counted. */
  count(owner: string, ms: number): void {
    if (owner === '') return;
    const use = { ms: Math.min(this.usedBy(owner) + ms, maxUsedMs), at: performance.now() };
    // Deletes the entry first, so that the owner that was counted least recently stays at the front.
    this.uses.delete(owner);
    this.uses.set(owner, use);
    const [oldest] = this.uses.keys();
    if (this.usedBy(oldest) === 0) this.uses.delete(oldest);
  }

  /**
   * Moves counted time from an address to the account that turned out to be behind it, so that many devices of an account
   * can connect quickly from one address. Does nothing if the account has used up its share.
   */
  move({ from, to, ms }: { from: string; to: string; ms: number }): void {
    if (this.waitOf(to) > 0) return;
    this.count(to, ms);
    this.count(from, -Math.min(ms, this.usedBy(from)));
    if (this.waiting.has(from)) this.startReady();
  }

  /**
   * Starts work as soon as its owner has some of its share left. Work of one owner starts in order. `ms` is the estimated
   * time of the part of the work that is not measured. It is counted at the start.
   */
  start(owner: string, ms: number, work: () => void): void {
    const begin = () => {
      this.count(owner, ms);
      work();
    };
    if (!this.waiting.has(owner) && this.waitOf(owner) === 0) return begin();
    this.waiting.push(owner, begin);
    this.timer ??= this.startLater();
  }

  /** Resolves when `start` would start the work. It has the same parameters. */
  enter(owner: string, ms: number): Promise<void> {
    return new Promise((resolve) => this.start(owner, ms, resolve));
  }

  private startLater(): NodeJS.Timeout {
    const waits = Array.from(this.waiting.owners(), (owner) => this.waitOf(owner));
    // Others may stop sending requests before the end of a wait.
    return setTimeout(this.startReady, Math.min(...waits, maxCheckMs));
  }

  private readonly startReady = (): void => {
    const isReady = (owner: string) => this.waitOf(owner) === 0;
    for (let next = this.waiting.shift(isReady); next; next = this.waiting.shift(isReady)) next();
    clearTimeout(this.timer);
    this.timer = this.waiting.isEmpty ? undefined : this.startLater();
  };

  /** Returns the milliseconds after which the next work of an owner may start. */
  private waitOf(owner: string): number {
    const { accounts, isUnlimited } = this.options;
    const ms = this.usedBy(owner) - burstMs;
    return ms <= 0 || isUnlimited || !accounts.isActiveBeside(new Set([owner]), othersMs) ? 0 : ms / share;
  }

  private usedBy(owner: string): number {
    const use = this.uses.get(owner);
    return use ? Math.max(0, use.ms - share * (performance.now() - use.at)) : 0;
  }
}
