import { setImmediate } from 'node:timers/promises';
import { SessionLock, unitOf } from './session-lock';

/** Requests the lock by name, and records who got it. */
function createUnits(lock: SessionLock) {
  const granted: string[] = [];
  const request = (unit: 'statement' | 'transaction', ...names: string[]) => {
    for (const name of names) void lock.lock(unit).then(() => granted.push(name));
  };
  const release = async () => {
    await Promise.resolve();
    lock.unlock();
    await setImmediate();
  };
  return { granted, request, release };
}

/** Longer than units may run before the lock yields to the event loop. */
const longMs = 2;

function runLong(): void {
  for (const end = performance.now() + longMs; performance.now() < end;);
}

const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);

describe('SessionLock', () => {
  it('grants statements before transactions that wait', async () => {
    const { granted, request, release } = createUnits(new SessionLock());
    request('transaction', 't0', 't1');
    request('statement', 's0', 's1');
    for (let released = 0; released < 4; released += 1) await release();
    expect(granted).toEqual(['t0', 's0', 's1', 't1']);
  });

  it('runs up to eight statements before a waiting transaction', async () => {
    const { granted, request, release } = createUnits(new SessionLock());
    request('transaction', 't0', 't1');
    request('statement', ...namesOf(20));
    request('transaction', 't2');
    for (let released = 0; released < 23; released += 1) await release();
    const names = namesOf(20);
    expect(granted).toEqual([
      't0',
      ...names.slice(0, 8),
      't1',
      ...names.slice(8, 16),
      't2',
      ...names.slice(16),
    ]);
  });

  it('yields to the event loop after a long unit, and then prefers a statement that has just arrived', async () => {
    const lock = new SessionLock();
    const { granted, request } = createUnits(lock);
    request('transaction', 't0', 't1');
    await Promise.resolve();
    runLong();
    lock.unlock();
    for (let callback = 0; callback < 10; callback += 1) await Promise.resolve();
    expect(granted).toEqual(['t0']);
    request('statement', 's0');
    await setImmediate();
    expect(granted).toEqual(['t0', 's0']);
  });

  it('keeps the order of transactions, and is free after the last one', async () => {
    const lock = new SessionLock();
    const { granted, request, release } = createUnits(lock);
    request('transaction', 't0', 't1', 't2');
    for (let released = 0; released < 3; released += 1) await release();
    expect(granted).toEqual(['t0', 't1', 't2']);
    await lock.lock('statement');
  });
});

describe('unitOf', () => {
  const query = (text: string) => ({ type: 'Q', bytes: Buffer.from(`Q\0\0\0\0${text}\0`, 'latin1') });
  const parse = (name: string, text: string) => ({
    type: 'P',
    bytes: Buffer.from(`P\0\0\0\0${name}\0${text}\0\0\0`, 'latin1'),
  });

  it.each([
    [query('BEGIN; SET LOCAL enable_sort = off'), 'transaction'],
    [query(' start transaction'), 'transaction'],
    [parse('', 'BEGIN ISOLATION LEVEL SERIALIZABLE'), 'transaction'],
    [query('SELECT 1'), 'statement'],
    [query('SELECT begin'), 'statement'],
    [parse('begin', 'SELECT 1'), 'statement'],
    [{ type: 'B', bytes: Buffer.from('B\0\0\0\0\0BEGIN\0', 'latin1') }, 'statement'],
    [{ type: undefined, bytes: Buffer.alloc(8) }, 'statement'],
  ])('tells statements from transactions (%#)', (message, unit) => {
    expect(unitOf(message)).toBe(unit);
  });
});
