import type { LinkProgress, Progress } from '@drover/contract/link';
import { LINK_LIMITS } from '@drover/contract/link-protocol';
import type { Clock } from './clock';

/** The progress of one run. Sends the latest one at most every `progressMs`. */
export class RunProgress {
  latest?: LinkProgress;
  private sentAtMs?: number;
  private timer: unknown;

  constructor(
    private readonly runId: string,
    private readonly send: (frame: Progress) => void,
    private readonly clock: Clock,
  ) {}

  update(progress: LinkProgress): void {
    this.latest = progress;
    if (this.timer !== undefined) return;
    const { progressMs } = LINK_LIMITS;
    const sinceMs = this.sentAtMs === undefined ? progressMs : this.clock.elapsedMs() - this.sentAtMs;
    if (sinceMs >= progressMs) return this.sendLatest();
    this.timer = this.clock.setTimeout(() => this.sendLatest(), progressMs - sinceMs);
  }

  /** Sends the latest progress now, if there is one. */
  sendLatest(): void {
    this.end();
    if (!this.latest) return;
    this.sentAtMs = this.clock.elapsedMs();
    this.send({ type: 'progress', runId: this.runId, ...this.latest });
  }

  /** Sends nothing any more: Finished has the last progress. */
  end(): void {
    if (this.timer !== undefined) this.clock.clearTimeout(this.timer);
    this.timer = undefined;
  }
}
