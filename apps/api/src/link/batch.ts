import { isDatabaseAway } from '../database/away';

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers what comes while an earlier batch is being written, and writes it as one: under load a thousand devices cost
 * a few statements, and a single one waits for nobody. Entries are written in the order they came. Where a batch
 * fails, its halves are tried alone, so that one bad entry fails by itself.
 */
export function createBatch<Entry, Result>(
  write: (entries: Entry[]) => Promise<Result[]>,
  maxEntries = 5000,
): (entry: Entry) => Promise<Result> {
  let waiting: Waiting<Entry, Result>[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    // The turn ends first, so that what arrives together is written together.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxEntries);
      waiting = waiting.slice(maxEntries);
      await settle(batch);
    }
    isWriting = false;
  }

  async function settle(batch: Waiting<Entry, Result>[]): Promise<void> {
    try {
      const results = await write(batch.map(({ entry }) => entry));
      batch.forEach(({ resolve }, index) => resolve(results[index]));
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) {
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
