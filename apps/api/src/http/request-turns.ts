import { BUDGET } from '@drover/contract/budget';
import type { RequestHandler } from 'express';
import type { AppContext } from '../context/app-context';
import { ActiveAccounts } from '../tasks/active-accounts';
import { policyOf } from './route-policy';
import { isRead } from './share-main-thread';

interface RequestTurnsOptions {
  max: number;
  /** Requests of each account, while no other account sends any. */
  maxEach: number;
  /** Requests of each account, while others send some too. */
  maxEachBesideOthers: number;
  /** A request keeps its place for at most so long, because it may last as long as its client wants. */
  maxHeldMs: number;
  /** The accounts that send requests, if others use them as well. */
  accounts?: ActiveAccounts;
}

interface Account {
  waiting: Set<() => void>;
  running: number;
}

/** Decides which requests are processed. The account with the fewest running requests comes first. */
export class RequestTurns {
  /** Accounts with requests. The one whose request ended last comes last. */
  private readonly accounts = new Map<string, Account>();
  private running = 0;
  private readonly activeAccounts: ActiveAccounts;

  constructor(private readonly options: RequestTurnsOptions) {
    this.activeAccounts = options.accounts ?? new ActiveAccounts();
  }

  /** Starts a request when it is its turn. Returns the function that ends it. */
  add(accountId: string, start: () => void): () => void {
    const account = this.accounts.get(accountId) ?? { waiting: new Set<() => void>(), running: 0 };
    this.accounts.set(accountId, account);
    this.activeAccounts.note(accountId);
    let end = () => {
      account.waiting.delete(begin);
      if (account.waiting.size + account.running === 0) this.accounts.delete(accountId);
    };
    const begin = () => {
      account.waiting.delete(begin);
      end = this.hold(accountId, account);
      start();
    };
    account.waiting.add(begin);
    this.startNext();
    return () => end();
  }

  /** Takes a place until the returned function is called. */
  private hold(accountId: string, account: Account): () => void {
    account.running += 1;
    this.running += 1;
    let isHeld = true;
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      clearTimeout(timer);
      this.running -= 1;
      account.running -= 1;
      this.accounts.delete(accountId);
      if (account.waiting.size + account.running > 0) this.accounts.set(accountId, account);
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
    const { max, maxEach, maxEachBesideOthers } = this.options;
    if (this.running >= max) return undefined;
    const most = this.activeAccounts.isShared ? maxEachBesideOthers : maxEach;
    let next: Account | undefined;
    for (const account of this.accounts.values()) {
      if (account.waiting.size === 0 || account.running >= most) continue;
      if (!next || account.running < next.running) next = account;
    }
    return next;
  }
}

/** PostgreSQL runs statements side by side, and may be some milliseconds away. The embedded database runs one at a time. */
const postgresFactor = 4;

/**
 * Lets accounts take turns, with reads and changes apart, so that reads do not wait for what others write. Attempts to use
 * a credential have a bound for each address. Requests with files are read by their handlers, as slowly as their clients
 * send them.
 */
export function takeTurns({ foreground, settings }: AppContext): RequestHandler {
  if (settings.RATE_LIMIT === 0) return (_request, _response, next) => next();
  const factor = settings.DATABASE_URL ? postgresFactor : 1;
  const createTurns = (max: number, maxEach: number, maxEachBesideOthers: number) =>
    new RequestTurns({
      max: max * factor,
      maxEach: maxEach * factor,
      maxEachBesideOthers: maxEachBesideOthers * factor,
      maxHeldMs: BUDGET.httpRequestTurnMs.max,
      accounts: foreground.accounts,
    });
  const { httpReadsProcessing, httpReadsProcessingPerAccount, httpReadsProcessingBesideOthers } = BUDGET;
  const { httpChangesProcessing, httpChangesProcessingPerAccount } = BUDGET;
  const reads = createTurns(
    httpReadsProcessing.max,
    httpReadsProcessingPerAccount.max,
    httpReadsProcessingBesideOthers.max,
  );
  const changesEach = httpChangesProcessingPerAccount.max;
  const changes = createTurns(httpChangesProcessing.max, changesEach, changesEach);
  return (request, response, next) => {
    if (policyOf(request).rateLimit === 'credentials') return next();
    const turns = isRead(request) ? reads : changes;
    const end = turns.add(request.caller?.accountId ?? request.ip ?? '', next);
    response.once('close', end);
    response.once('streaming', end);
  };
}
