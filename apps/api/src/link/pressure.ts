import type { Metrics } from '../metrics/metrics';

/** Bytes of frames that are being written, over all links, beyond which no more are read. */
const maxHeldBytes = 64 * 1024 * 1024;

/** A connection that can be left unread, so that its other end has to wait. */
interface Pausable {
  pause(): void;
  resume(): void;
}

/** Holds back devices that send faster than the database takes it. */
export interface Pressure {
  hold(bytes: number, source: Pausable): void;
  release(bytes: number): void;
}

export function createPressure(
  {
    unacknowledgedFrames,
    unacknowledgedBytes,
  }: Pick<Metrics, 'unacknowledgedFrames' | 'unacknowledgedBytes'>,
  maxBytes = maxHeldBytes,
): Pressure {
  const paused = new Set<Pausable>();
  let held = 0;
  return {
    hold(bytes, source) {
      held += bytes;
      unacknowledgedFrames.inc();
      unacknowledgedBytes.set(held);
      if (held <= maxBytes || paused.has(source)) return;
      paused.add(source);
      source.pause();
    },
    release(bytes) {
      held -= bytes;
      unacknowledgedFrames.dec();
      unacknowledgedBytes.set(held);
      if (held > maxBytes / 2) return;
      for (const source of paused) source.resume();
      paused.clear();
    },
  };
}
