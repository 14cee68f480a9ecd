import { LINK_LIMITS } from '@drover/contract/link-protocol';

/** Milliseconds after which a link counts as stable: the next delay is short again. */
const stableMs = 10_000;

/** Delays between attempts to connect: random between the minimum and a ceiling that doubles. */
export class ReconnectDelay {
  private attempts = 0;

  constructor(private readonly minMs: number = LINK_LIMITS.reconnectMinMs) {}

  nextMs(): number {
    this.attempts += 1;
    const ceilingMs = Math.min(LINK_LIMITS.reconnectMaxMs, this.minMs * 2 ** Math.min(this.attempts, 16));
    return this.minMs + Math.random() * (ceilingMs - this.minMs);
  }

  /** Call this when a link that was up for `upMs` has closed. */
  onLinkClosed(upMs: number): void {
    if (upMs >= stableMs) this.attempts = 0;
  }
}
