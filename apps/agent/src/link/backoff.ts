import { LINK_LIMITS } from '@drover/contract/link';

/** A link that stood this long was a good one: the next wait is the shortest again. */
const stableMs = 10_000;

/** How long to wait before the next try: between the least wait and a ceiling that doubles. */
export class Backoff {
  private tries = 0;

  constructor(private readonly minMs: number = LINK_LIMITS.reconnectMinMs) {}

  nextMs(): number {
    this.tries += 1;
    const ceilingMs = Math.min(LINK_LIMITS.reconnectMaxMs, this.minMs * 2 ** Math.min(this.tries, 16));
    return this.minMs + Math.random() * (ceilingMs - this.minMs);
  }

  /** After a link that stood for `upMs`. */
  stood(upMs: number): void {
    if (upMs >= stableMs) this.tries = 0;
  }
}
