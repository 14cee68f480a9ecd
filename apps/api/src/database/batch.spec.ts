import { createBatch } from './batch';

/** A writer that is let go by hand, and remembers its batches. */
function heldWriter() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const write = async (entries: number[]) => {
    batches.push(entries);
    await new Promise<void>((resolve) => gates.push(resolve));
    return entries.map((entry) => entry * 10);
  };
  const letGo = async () => {
    while (gates.length === 0) await new Promise(setImmediate);
    gates.shift()?.();
  };
  return { batches, write, letGo };
}

/** Fails for odd entries, alone or among others. */
const refuseOdd =
  (seen: number[][] = []) =>
  async (entries: number[]) => {
    seen.push(entries);
    const odd = entries.find((entry) => entry % 2 === 1);
    if (odd !== undefined) throw new Error(`odd: ${odd}`);
    return entries;
  };

describe('createBatch', () => {
  it('gathers what comes while an earlier batch is written, in order', async () => {
    const { batches, write, letGo } = heldWriter();
    const add = createBatch(write);
    const first = [add(1), add(2)];
    await letGo();
    const later = [add(3), add(4), add(5)];
    await letGo();
    expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('writes no more at once than it may', async () => {
    const batches: number[][] = [];
    const write = async (entries: number[]) => {
      batches.push(entries);
      return entries;
    };
    const add = createBatch(write, { maxWeight: 4, weigh: (entry) => entry });
    expect(await Promise.all([1, 3, 1, 9, 2, 1].map(add))).toEqual([1, 3, 1, 9, 2, 1]);
    expect(batches).toEqual([[1, 3], [1], [9], [2, 1]]);
  });

  it('lets a bad entry fail by itself, and the others be written in order', async () => {
    const seen: number[][] = [];
    const add = createBatch(refuseOdd(seen));
    const results = await Promise.allSettled([2, 4, 1, 6, 8].map(add));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    const written = seen.filter((entries) => entries.every((entry) => entry % 2 === 0)).flat();
    expect(written).toEqual([2, 4, 6, 8]);
  });

  it('goes on after a batch that failed', async () => {
    const add = createBatch(refuseOdd());
    await expect(add(1)).rejects.toThrow('odd: 1');
    expect(await add(2)).toBe(2);
  });

  it('does not try halves while the database is away', async () => {
    let tries = 0;
    const add = createBatch(async () => {
      tries += 1;
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map(add));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(tries).toBe(1);
  });
});
