import { BUDGET } from '@drover/contract/budget';
import { RequestTurns } from './request-turns';

const maxHeldMs = BUDGET.httpRequestTurnMs.max;
const changesEach = BUDGET.httpChangesProcessingPerAccount.max;
const kinds = {
  reads: {
    max: BUDGET.httpReadsProcessing.max,
    maxEach: BUDGET.httpReadsProcessingPerAccount.max,
    maxEachBesideOthers: BUDGET.httpReadsProcessingBesideOthers.max,
  },
  changes: {
    max: BUDGET.httpChangesProcessing.max,
    maxEach: changesEach,
    maxEachBesideOthers: changesEach,
  },
};

/** Adds requests by name, and records which have started. */
function createRequests(bounds: { max: number; maxEach: number; maxEachBesideOthers?: number }) {
  const turns = new RequestTurns({ maxEachBesideOthers: bounds.maxEach, ...bounds, maxHeldMs });
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

const namesOf = (account: string, count: number) => Array.from({ length: count }, (_, n) => `${account}${n}`);

afterEach(() => void jest.useRealTimers());

describe('RequestTurns', () => {
  it.each(Object.entries(kinds))(
    'limits the %s of an account, and leaves room for another',
    (_kind, bounds) => {
      const { started, add } = createRequests(bounds);
      const names = namesOf('a', bounds.maxEach + 1);
      add('a', ...names);
      expect(started).toEqual(names.slice(0, bounds.maxEach));
      add('b', 'b0');
      expect(started).toContain('b0');
      expect(started).not.toContain(names[bounds.maxEach]);
    },
  );

  it.each(Object.entries(kinds))(
    'limits the %s of an account more while another sends requests',
    (_kind, bounds) => {
      jest.useFakeTimers();
      const { started, add, end } = createRequests(bounds);
      add('b', 'b0');
      end('b0');
      const names = namesOf('a', bounds.maxEach + 1);
      add('a', ...names);
      expect(started).toEqual(['b0', ...names.slice(0, bounds.maxEachBesideOthers)]);
      jest.advanceTimersByTime(1000);
      end('a0');
      expect(started).toEqual(['b0', ...names.slice(0, bounds.maxEach + 1)]);
    },
  );

  it.each(Object.entries(kinds))('limits the %s of all accounts', (_kind, bounds) => {
    const { started, add, end } = createRequests(bounds);
    const accounts = namesOf('account', bounds.max + 1);
    for (const account of accounts) add(account, account);
    expect(started).toEqual(accounts.slice(0, bounds.max));
    end(accounts[0]);
    expect(started).toEqual(accounts);
  });

  it('prefers the account with the fewest running requests', () => {
    const { started, add, end } = createRequests({ max: 3, maxEach: 3 });
    add('a', ...namesOf('a', 5));
    add('b', 'b0', 'b1');
    end('a0');
    end('a1');
    expect(started).toEqual(['a0', 'a1', 'a2', 'b0', 'b1']);
    end('b0');
    expect(started[5]).toBe('a3');
  });

  it('lets accounts with equally many running requests take turns', () => {
    const { started, add, end } = createRequests({ max: 1, maxEach: 1 });
    add('a', 'a0', 'a1');
    add('b', 'b0', 'b1');
    for (const name of ['a0', 'b0', 'a1']) end(name);
    expect(started).toEqual(['a0', 'b0', 'a1', 'b1']);
  });

  it('lets the next request start when one lasts too long', () => {
    jest.useFakeTimers();
    const { started, add } = createRequests({ max: 1, maxEach: 1 });
    add('a', 'a1', 'a2');
    jest.advanceTimersByTime(maxHeldMs - 1);
    expect(started).toEqual(['a1']);
    jest.advanceTimersByTime(1);
    expect(started).toEqual(['a1', 'a2']);
  });

  it('forgets a request that ends while it waits', () => {
    const { started, add, end } = createRequests({ max: 1, maxEach: 1 });
    add('a', 'a1', 'a2', 'a3');
    end('a2');
    end('a1');
    expect(started).toEqual(['a1', 'a3']);
  });
});
