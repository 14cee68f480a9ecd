import { BUDGET } from '@drover/contract/budget';
import { setTimeout as delay } from 'node:timers/promises';
import { RequestTurns } from './request-turns';

const options = {
  max: BUDGET.httpRequestsProcessing.max,
  maxEach: 1,
  maxAlone: BUDGET.httpRequestsProcessingPerAccount.max,
  maxHeldMs: BUDGET.httpRequestTurnMs.max,
};

/** Adds requests by name, and records which have started. */
function createRequests(turns: RequestTurns) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (account: string, ...names: string[]) =>
    names.forEach((name) =>
      ends.set(
        name,
        turns.add(account, () => started.push(name)),
      ),
    );
  return { started, add, end: (name: string) => ends.get(name)?.() };
}

describe('RequestTurns', () => {
  it('processes several requests of an account that is alone, and leaves room for another account', () => {
    const { started, add, end } = createRequests(new RequestTurns(options));
    const names = Array.from({ length: options.maxAlone + 1 }, (_, n) => `a${n}`);
    add('a', ...names);
    expect(started).toEqual(names.slice(0, options.maxAlone));
    add('b', 'b0');
    expect(started).toContain('b0');
    end('b0');
    expect(started).toHaveLength(options.maxAlone + 1);
  });

  it('processes one request of each account at a time, and limits those of all accounts', () => {
    const { started, add, end } = createRequests(new RequestTurns(options));
    const accounts = Array.from({ length: options.max + 1 }, (_, n) => `account ${n}`);
    for (const account of accounts) add(account, account);
    for (const account of accounts) add(account, `${account} again`);
    expect(started).toEqual(accounts.slice(0, options.max));
    end(accounts[1]);
    expect(started).toEqual(accounts);
  });

  it('processes several requests of each account with PostgreSQL', () => {
    const { started, add } = createRequests(new RequestTurns({ ...options, max: 16, maxEach: 4 }));
    add('a', 'a0');
    add('b', ...Array.from({ length: 5 }, (_, n) => `b${n}`));
    expect(started).toEqual(['a0', 'b0', 'b1', 'b2', 'b3']);
  });

  it('prefers the account whose requests took the least time', async () => {
    const { started, add, end } = createRequests(new RequestTurns({ ...options, max: 1, maxAlone: 1 }));
    add('quick', 'quick 1');
    end('quick 1');
    add('slow', 'slow 1');
    await delay(20);
    add('slow', 'slow 2', 'slow 3');
    add('quick', 'quick 2');
    end('slow 1');
    expect(started).toEqual(['quick 1', 'slow 1', 'quick 2']);
    end('quick 2');
    expect(started).toContain('slow 2');
  });

  it('lets the next request start when one lasts too long', async () => {
    const { started, add, end } = createRequests(new RequestTurns({ ...options, max: 1, maxAlone: 1 }));
    add('a', 'a1', 'a2');
    expect(started).toEqual(['a1']);
    await delay(options.maxHeldMs + 50);
    expect(started).toEqual(['a1', 'a2']);
    end('a1');
    end('a2');
  });

  it('forgets a request that ends while it waits', () => {
    const { started, add, end } = createRequests(new RequestTurns({ ...options, max: 1, maxAlone: 1 }));
    add('a', 'a1', 'a2', 'a3');
    end('a2');
    end('a1');
    expect(started).toEqual(['a1', 'a3']);
  });
});
