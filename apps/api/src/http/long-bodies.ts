import { BUDGET } from '@drover/contract/budget';
import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors/api-error';
import { bodyKindOf } from './route-policy';

/**
 * Limits how many long bodies are read and held at the same time, so that they neither fill the memory nor keep other
 * accounts waiting. Further ones are not read until it is their turn: accounts take turns.
 */
export function limitLongBodies(): RequestHandler {
  const queue = new BodyQueue();
  return (request, response, next) => {
    if (!isLong(request)) return next();
    const { accountId } = request.caller;
    const entry = queue.add(accountId, next);
    if (!entry) throw new ApiError('tooManyRequests');
    response.once('close', () => queue.remove(accountId, entry));
  };
}

/** Callers without a credential cannot send long bodies. */
function isLong(request: Request): boolean {
  const { headers, caller } = request as Partial<Request> & Pick<Request, 'headers'>;
  if (!caller || bodyKindOf(request) === 'none') return false;
  const isChunked = headers['transfer-encoding'] !== undefined;
  return isChunked || Number(headers['content-length'] ?? 0) > BUDGET.httpBodyBytes.max;
}

interface Entry {
  start: () => void;
  isStarted: boolean;
}

class BodyQueue {
  /** The long bodies of each account in order. The account that started one last comes last. */
  private readonly byAccount = new Map<string, Entry[]>();
  private started = 0;

  /** Adds a body. Returns undefined if too many of the account wait. */
  add(accountId: string, start: () => void): Entry | undefined {
    const entries = this.byAccount.get(accountId) ?? [];
    if (entries.length > BUDGET.httpLongBodiesWaiting.max) return undefined;
    const entry = { start, isStarted: false };
    entries.push(entry);
    this.byAccount.set(accountId, entries);
    this.startNext();
    return entry;
  }

  remove(accountId: string, entry: Entry): void {
    const entries = (this.byAccount.get(accountId) ?? []).filter((other) => other !== entry);
    if (entries.length > 0) this.byAccount.set(accountId, entries);
    else this.byAccount.delete(accountId);
    if (entry.isStarted) this.started -= 1;
    this.startNext();
  }

  private startNext(): void {
    for (const [accountId, entries] of this.byAccount) {
      if (this.started >= BUDGET.httpLongBodies.max) return;
      const [first] = entries;
      if (first.isStarted) continue;
      first.isStarted = true;
      this.started += 1;
      this.byAccount.delete(accountId);
      this.byAccount.set(accountId, entries);
      first.start();
    }
  }
}
