/** A request counts for at most so long, because it may last as long as its client wants. */
const maxCountedMs = 250;

/** How long the server counts as busy after its last request. A client with 50 requests per second keeps it busy. */
const lingerMs = 25;

/** The requests that are being processed. Work in the background makes way for them. */
export class Foreground {
  private readonly requests = new Set<object>();
  private waiting: (() => void)[] = [];
  private endedAt = -Infinity;

  /** Whether a request is being processed, or ended a moment ago, so that another one is likely. */
  get isBusy(): boolean {
    return this.requests.size > 0 || performance.now() - this.endedAt < lingerMs;
  }

  /** Notes that a request has begun. Returns the function that notes its end. */
  begin(): () => void {
    const request = {};
    this.requests.add(request);
    const end = () => {
      clearTimeout(timer);
      this.requests.delete(request);
      if (this.requests.size > 0) return;
      this.endedAt = performance.now();
      for (const resume of this.waiting.splice(0)) resume();
    };
    const timer = setTimeout(end, maxCountedMs).unref();
    return end;
  }

  /** Resolves when no request is being processed, at the latest after some milliseconds. */
  async untilIdle(maxMs: number): Promise<void> {
    if (this.requests.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxMs);
      this.waiting.push(resolve);
    });
    clearTimeout(timer);
  }
}
