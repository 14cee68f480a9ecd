import { FairQueue } from '../tasks/fair-queue';
import { isDatabaseUnavailable } from './availability';

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface BatchOptions<Entry> {
  /** Maximum weight of one write while so many entries wait. A single entry is written whatever its weight is. */
  maxWeight?: (waiting: number) => number;
  weigh?: (entry: Entry) => number;
  /** The account of an entry. Accounts take turns, so that one with many entries does not delay others. */
  accountOf?: (entry: Entry) => string;
  /** Writes at the same time. With more than one, entries of an account may be written in any order. */
  maxWrites?: number;
  /** Called after a write of entries that took so long, if more entries wait. Delays the next write. */
  pause?: (tookMs: number, entries: Entry[]) => Promise<void>;
}

/**
 * Collects entries while the previous batch is being written, and writes them as one batch. Under load, a thousand devices
 * take a few statements, and a single entry does not wait. The entries of an account are written in order, in batches
 * that are small enough for other writes in between. If a batch fails, its halves are written separately, so that a bad
 * entry fails alone.
 */
export function createBatch<Entry, Result>(
  write: (entries: Entry[]) => Promise<Result[]>,
  options: BatchOptions<Entry> = {},
): (entry: Entry) => Promise<Result> {
  const { maxWeight = () => 5000, weigh = () => 1, accountOf = () => '', maxWrites = 1, pause } = options;
  const waiting = new FairQueue<Waiting<Entry, Result>>();
  let writing = 0;

  async function drain(): Promise<void> {
    writing += 1;
    // Waits for the end of the turn, so that entries which arrive together are written together.
    await new Promise(setImmediate);
    while (!waiting.isEmpty) {
      const begin = performance.now();
      const batch = takeNext();
      await settle(batch);
      if (waiting.isEmpty || !pause) continue;
      await pause(
        performance.now() - begin,
        batch.map(({ entry }) => entry),
      );
    }
    writing -= 1;
  }

  function takeNext(): Waiting<Entry, Result>[] {
    const batch: Waiting<Entry, Result>[] = [];
    const max = maxWeight(waiting.size);
    let weight = 0;
    for (let next = waiting.peek(); next; next = waiting.peek()) {
      weight += weigh(next.entry);
      if (weight > max && batch.length > 0) break;
      batch.push(next);
      waiting.shift();
    }
    return batch;
  }

  async function settle(batch: Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ entry }) => entry));
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push(accountOf(entry), { entry, resolve, reject });
      if (writing < maxWrites) void drain();
    });
}
