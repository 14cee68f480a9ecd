import type { Caller } from './caller';

/** Size of the cache. An entry takes about 1 kB. */
const maxCallers = 1_000;

/**
 * A cache of callers by credential. Its entries may be out of date, so no response may depend on one until the database
 * has confirmed it.
 */
export class RecentCallers {
  /** In the order in which they were last confirmed. */
  private readonly callers = new Map<string, Caller>();

  find(credential: string): Caller | undefined {
    return this.callers.get(credential);
  }

  /** Stores the result of a lookup: the caller of a credential, or undefined if it is not valid. */
  note(credential: string, caller: Caller | undefined): void {
    this.callers.delete(credential);
    if (!caller) return;
    this.callers.set(credential, caller);
    const [first] = this.callers.keys();
    if (this.callers.size > maxCallers) this.callers.delete(first);
  }
}
