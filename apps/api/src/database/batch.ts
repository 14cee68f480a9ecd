import { isDatabaseUnavailable } from './availability';

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface BatchOptions<Entry> {
  /** Maximum weight of one write. A single entry is written whatever its weight is. */
  maxWeight?: number;
  weigh?: (entry: Entry) => number;
}

/**
 * Collects entries while the previous batch is being written, and writes them as one batch. Under load, a thousand devices
 * take a few statements, and a single entry does not wait. Entries are written in order, in batches that are small enough
 * for other writes in between. If a batch fails, its halves are written separately, so that a bad entry fails alone.
 */
export function createBatch<Entry, Result>(
  write: (entries: Entry[]) => Promise<Result[]>,
  { maxWeight = 5000, weigh = () => 1 }: BatchOptions<Entry> = {},
): (entry: Entry) => Promise<Result> {
  let waiting: Waiting<Entry, Result>[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    // Waits for the end of the turn, so that entries which arrive together are written together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const size = sizeOfNext();
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      await settle(batch);
    }
    isWriting = false;
  }

  function sizeOfNext(): number {
    let weight = 0;
    const firstExcess = waiting.findIndex(({ entry }) => (weight += weigh(entry)) > maxWeight);
    return firstExcess < 0 ? waiting.length : Math.max(firstExcess, 1);
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
      waiting.push({ entry, resolve, reject });
      if (!isWriting) void drain();
    });
}
