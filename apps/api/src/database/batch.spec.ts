import { createBatch } from './batch';

/** Creates a writer that blocks until `unblock` is called, and records its batches. */
function createBlockedWriter() {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const write = async (entries: number[]) => {
    batches.push(entries);
    await new Promise<void>((resolve) => gates.push(resolve));
    return entries.map((entry) => entry * 10);
  };
  const unblock = async () => {
    while (gates.length === 0) await new Promise(setImmediate);
    gates.shift()?.();
  };
  return { batches, write, unblock };
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
  it('writes several batches at the same time if they may', async () => {
    const { batches, write, unblock } = createBlockedWriter();
    const add = createBatch(write, { maxWrites: 2 });
    const first = add(1);
    await new Promise(setImmediate);
    const others = [add(2), add(3)];
    await new Promise(setImmediate);
    const last = add(4);
    await new Promise(setImmediate);
    expect(batches).toEqual([[1], [2, 3]]);
    for (let written = 0; written < 3; written += 1) await unblock();
    expect(await Promise.all([first, ...others, last])).toEqual([10, 20, 30, 40]);
    expect(batches).toEqual([[1], [2, 3], [4]]);
  });

  it('collects entries in order while the previous batch is written', async () => {
    const { batches, write, unblock } = createBlockedWriter();
    const add = createBatch(write);
    const first = [add(1), add(2)];
    await unblock();
    const later = [add(3), add(4), add(5)];
    await unblock();
    expect(await Promise.all([...first, ...later])).toEqual([10, 20, 30, 40, 50]);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('limits the weight of a batch', async () => {
    const batches: number[][] = [];
    const write = async (entries: number[]) => {
      batches.push(entries);
      return entries;
    };
    const add = createBatch(write, { maxWeight: () => 4, weigh: (entry) => entry });
    expect(await Promise.all([1, 3, 1, 9, 2, 1].map(add))).toEqual([1, 3, 1, 9, 2, 1]);
    expect(batches).toEqual([[1, 3], [1], [9], [2, 1]]);
  });

  it('limits the weight by the number of entries that wait', async () => {
    const batches: number[][] = [];
    const write = async (entries: number[]) => {
      batches.push(entries);
      return entries;
    };
    const add = createBatch(write, { maxWeight: (waiting) => waiting / 2 });
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(add));
    expect(batches).toEqual([[1, 2, 3, 4], [5, 6], [7], [8]]);
  });

  it('writes an entry in the next batch, however many another account has waiting', async () => {
    const batches: number[][] = [];
    const late: Promise<number>[] = [];
    const write = (entries: number[]) => {
      batches.push(entries);
      if (batches.length === 2) late.push(add(-2));
      return Promise.resolve(entries);
    };
    const add = createBatch(write, {
      maxWeight: () => 100,
      accountOf: (entry) => (entry < 0 ? 'other' : 'flood'),
    });
    const flood = Array.from({ length: 10_000 }, (_, n) => n);
    await Promise.all([...flood, -1].map(add));
    await Promise.all(late);
    expect(batches[0]).toContain(-1);
    expect(batches[2]).toContain(-2);
    expect(batches.flat().filter((entry) => entry >= 0)).toEqual(flood);
  });

  it('pauses between writes while entries wait', async () => {
    const pause = jest.fn(() => Promise.resolve());
    const add = createBatch((entries: number[]) => Promise.resolve(entries), { maxWeight: () => 1, pause });
    await Promise.all([1, 2, 3].map(add));
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it('fails only the bad entry and writes the others in order', async () => {
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

  it('continues after a failed batch', async () => {
    const add = createBatch(refuseOdd());
    await expect(add(1)).rejects.toThrow('odd: 1');
    expect(await add(2)).toBe(2);
  });

  it('does not split a batch while the database is unavailable', async () => {
    let attempts = 0;
    const add = createBatch(async () => {
      attempts += 1;
      throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map(add));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(attempts).toBe(1);
  });
});
