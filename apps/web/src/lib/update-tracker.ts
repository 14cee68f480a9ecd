/** Collects updates that arrive while a request is pending, because its response may be older than they are. */
export interface UpdateTracker<Item> {
  record(items: Item[]): void;
  /** Runs a request. Returns its result and the updates that arrived meanwhile. */
  trackUpdatesDuring<Result>(request: () => Promise<Result>): Promise<[result: Result, updates: Item[]]>;
}

export function createUpdateTracker<Item>(): UpdateTracker<Item> {
  const pending = new Set<Item[]>();
  return {
    record(items) {
      for (const updates of pending) updates.push(...items);
    },
    async trackUpdatesDuring(request) {
      const updates: Item[] = [];
      pending.add(updates);
      try {
        return [await request(), updates];
      } finally {
        pending.delete(updates);
      }
    },
  };
}
