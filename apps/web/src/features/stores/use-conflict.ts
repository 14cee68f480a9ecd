import { isConflict, type StoreEntry } from '@drover/sdk';
import { useState } from 'react';
import { readEntry } from '../../queries/stores';

/** The entry that another change left, or null if it was deleted. */
export interface Conflict {
  entry: StoreEntry | null;
}

/** Runs a change that names the version of the entry, and remembers what another change made of the entry meanwhile. */
export function useConflict(storeId: string) {
  const [conflict, setConflict] = useState<Conflict>();
  /** Returns whether the entry was changed. Throws errors that are no conflict, such as that the store is full. */
  const change = async (key: string, version: number, run: () => Promise<unknown>): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      if (!isConflict(error)) throw error;
      const entry = await readEntry(storeId, key);
      if ((entry?.version ?? 0) === version) throw error;
      setConflict({ entry });
      return false;
    }
  };
  return { conflict, change, clear: () => setConflict(undefined) };
}
