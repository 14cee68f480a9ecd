/** Timers of the host, and a clock that never jumps. */
export interface Clock {
  /** Milliseconds since any fixed moment, for durations. */
  elapsedMs(): number;
  setTimeout(act: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}
