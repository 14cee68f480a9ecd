/** Requests of accounts that are not in the database yet. */
export class RequestCounts {
  private counts = new Map<string, number>();

  /** Counts requests of an account in a month. */
  add(accountId: string, month: string, requests = 1): void {
    const key = `${accountId} ${month}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + requests);
  }

  /** Returns all counts, and starts again. */
  take(): RequestCountRow[] {
    const taken = this.counts;
    this.counts = new Map();
    // Nodes that write at the same time lock the rows in the same order.
    return [...taken].sort().map(([key, requests]) => {
      const [accountId = '', month = ''] = key.split(' ');
      return { accountId, month, requests };
    });
  }
}

interface RequestCountRow {
  accountId: string;
  month: string;
  requests: number;
}
