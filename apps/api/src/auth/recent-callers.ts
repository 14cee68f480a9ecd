import type { Caller } from './caller';

/** About 1 kB each. A caller who is forgotten is read from the database before the next request starts. */
const maxCallers = 1_000;

/**
 * The callers of the last requests, by their credential. They may be revoked or changed by now, so nothing may
 * be sent to them before they are confirmed.
 */
export class RecentCallers {
  /** The one that was used last comes last. */
  private readonly callers = new Map<string, Caller>();

  find(credential: string): Caller | undefined {
    return this.callers.get(credential);
  }

  /** Notes what the database said about a credential: its caller, or none. */
  note(credential: string, caller: Caller | undefined): void {
    this.callers.delete(credential);
    if (!caller) return;
    this.callers.set(credential, caller);
    const [first] = this.callers.keys();
    if (this.callers.size > maxCallers) this.callers.delete(first);
  }
}
