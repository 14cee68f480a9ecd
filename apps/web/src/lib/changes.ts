/** What was told of records while others were still being read: an answer may be older than what came in between. */
export interface Changes<Item> {
  tell(items: Item[]): void;
  /** Reads, and gives what was told meanwhile besides. */
  during<Result>(read: () => Promise<Result>): Promise<[result: Result, told: Item[]]>;
}

export function createChanges<Item>(): Changes<Item> {
  const readers = new Set<Item[]>();
  return {
    tell(items) {
      for (const told of readers) told.push(...items);
    },
    async during(read) {
      const told: Item[] = [];
      readers.add(told);
      try {
        return [await read(), told];
      } finally {
        readers.delete(told);
      }
    },
  };
}
