/** For how long after its last request an account counts as one that sends requests. */
const activeMs = 1000;

interface Sender {
  accountId: string;
  at: number;
}

/** Remembers the two accounts that sent the most recent requests, to tell whether other accounts are active. */
export class ActiveAccounts {
  private last?: Sender;
  private other?: Sender;

  note(accountId: string): void {
    if (this.last && this.last.accountId !== accountId) this.other = this.last;
    this.last = { accountId, at: performance.now() };
  }

  /** Whether at least two accounts sent a request within the last second. */
  get isShared(): boolean {
    return isActive(this.other);
  }

  /** Whether any other account sent a request within the last second, or within fewer milliseconds. */
  isActiveBeside(accountIds: ReadonlySet<string>, withinMs = activeMs): boolean {
    return [this.last, this.other].some(
      (sender) => isActive(sender, withinMs) && !accountIds.has(sender.accountId),
    );
  }
}

function isActive(sender: Sender | undefined, withinMs = activeMs): sender is Sender {
  return sender !== undefined && performance.now() - sender.at < withinMs;
}
