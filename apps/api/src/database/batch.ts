import { isDatabaseAway } from './away';

interface Waiting<Entry, Result> {
  entry: Entry;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface BatchOptions<Entry> {
  /** How much one write may hold; a single entry is written whatever it weighs. */
  maxWeight?: number;
  weigh?: (entry: Entry) => number;
}

/**
 * Gathers what comes while an earlier batch is being written, and writes it as one: under load a thousand devices cost
 * a few statements, and a single one waits for nobody. Entries are written in the order they came, in writes that are
 * small enough to let others in between. Where a batch fails, its halves are tried alone, so that one bad entry fails
 * by itself.
 */
export function createBatch<Entry, Result>(
  write: (entries: Entry[]) => Promise<Result[]>,
  { maxWeight = 5000, weigh = () => 1 }: BatchOptions<Entry> = {},
): (entry: Entry) => Promise<Result> {
  let waiting: Waiting<Entry, Result>[] = [];
  let isWriting = false;

  async function drain(): Promise<void> {
    isWriting = true;
    // The turn ends first, so that what arrives together is written together.
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
    const tooMuch = waiting.findIndex(({ entry }) => (weight += weigh(entry)) > maxWeight);
    return tooMuch < 0 ? waiting.length : Math.max(tooMuch, 1);
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
