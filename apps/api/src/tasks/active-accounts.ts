/** For how long after its last request an account counts as one that sends requests. */
const activeMs = 1000;

interface Sender {
  accountId: string;
  at: number;
}

/** The two accounts that sent the last requests, which tells whether an account has the server to itself. */
export class ActiveAccounts {
  private last?: Sender;
  private other?: Sender;

  note(accountId: string): void {
    if (this.last && this.last.accountId !== accountId) this.other = this.last;
    this.last = { accountId, at: performance.now() };
  }

  /** Whether several accounts have sent requests a moment ago. */
  get isShared(): boolean {
    return isActive(this.other);
  }

  /** Whether an account that is not one of these has sent a request a moment ago. */
  isActiveBeside(accountIds: ReadonlySet<string>): boolean {
    return [this.last, this.other].some((sender) => isActive(sender) && !accountIds.has(sender!.accountId));
  }
}

function isActive(sender: Sender | undefined): boolean {
  return sender !== undefined && performance.now() - sender.at < activeMs;
}
