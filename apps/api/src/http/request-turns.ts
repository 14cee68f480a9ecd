import { BUDGET } from '@drover/contract/budget';
import type { RequestHandler } from 'express';
import type { AppContext } from '../context/app-context';

/** How long an account takes part after its last request has ended. */
const activeMs = 1_000;

interface RequestTurnsOptions {
  max: number;
  /** Requests of each account while several accounts send requests. */
  maxEach: number;
  /** Requests of an account while no other account sends any. The rest is for an account that begins to. */
  maxAlone: number;
  /** A request keeps its place for at most so long, because it may last as long as its client wants. */
  maxHeldMs: number;
}

interface Account {
  waiting: Set<() => void>;
  running: number;
  /** Time that its requests have taken. */
  usedMs: number;
  lastAt: number;
}

/**
 * Decides which requests are processed. While several accounts send requests, each has few at a time, and the account
 * whose requests took the least time comes first.
 */
export class RequestTurns {
  private readonly accounts = new Map<string, Account>();
  private running = 0;

  constructor(private readonly options: RequestTurnsOptions) {}

  /** Starts a request when it is its turn. Returns the function that ends it. */
  add(accountId: string, start: () => void): () => void {
    const account = this.findAccount(accountId);
    let end = (): void => void account.waiting.delete(begin);
    const begin = () => {
      account.waiting.delete(begin);
      end = this.hold(account);
      start();
    };
    account.waiting.add(begin);
    this.startNext();
    return () => end();
  }

  /** Takes a place until the returned function is called. */
  private hold(account: Account): () => void {
    const startedAt = performance.now();
    account.running += 1;
    this.running += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      account.running -= 1;
      this.running -= 1;
      account.lastAt = performance.now();
      account.usedMs += account.lastAt - startedAt;
      this.startNext();
    };
    const timer = setTimeout(release, this.options.maxHeldMs).unref();
    return release;
  }

  private startNext(): void {
    for (let next = this.findNext(); next; next = this.findNext()) {
      const [begin] = next.waiting;
      begin();
    }
  }

  private findNext(): Account | undefined {
    if (this.running >= this.options.max) return undefined;
    this.forgetInactive();
    const most = this.accounts.size > 1 ? this.options.maxEach : this.options.maxAlone;
    let next: Account | undefined;
    for (const account of this.accounts.values()) {
      if (account.waiting.size === 0 || account.running >= most) continue;
      if (!next || account.usedMs < next.usedMs) next = account;
    }
    return next;
  }

  /** An account that begins to send requests starts with the time of the one that used least. */
  private findAccount(accountId: string): Account {
    const known = this.accounts.get(accountId);
    if (known) return known;
    const used = Array.from(this.accounts.values(), ({ usedMs }) => usedMs);
    const usedMs = used.length > 0 ? Math.min(...used) : 0;
    const account = { waiting: new Set<() => void>(), running: 0, usedMs, lastAt: performance.now() };
    this.accounts.set(accountId, account);
    return account;
  }

  private forgetInactive(): void {
    const since = performance.now() - activeMs;
    for (const [accountId, { waiting, running, lastAt }] of this.accounts) {
      if (waiting.size === 0 && running === 0 && lastAt < since) this.accounts.delete(accountId);
    }
  }
}

/** PostgreSQL runs statements side by side, and may be some milliseconds away. The embedded database runs one at a time. */
const postgresFactor = 4;

/** Lets accounts take turns. Requests with files are read by their handlers, as slowly as their clients send them. */
export function takeTurns({ settings }: AppContext): RequestHandler {
  if (settings.RATE_LIMIT === 0) return (_request, _response, next) => next();
  const factor = settings.DATABASE_URL ? postgresFactor : 1;
  const turns = new RequestTurns({
    max: BUDGET.httpRequestsProcessing.max * factor,
    maxEach: factor,
    maxAlone: BUDGET.httpRequestsProcessingPerAccount.max * factor,
    maxHeldMs: BUDGET.httpRequestTurnMs.max,
  });
  return (request, response, next) => {
    const end = turns.add(request.caller?.accountId ?? request.ip ?? '', next);
    response.once('close', end);
    response.once('streaming', end);
  };
}
