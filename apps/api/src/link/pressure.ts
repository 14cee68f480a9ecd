import { Gauge } from 'prom-client';
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

export function createPressure({ registry }: Pick<Metrics, 'registry'>, maxBytes = maxHeldBytes): Pressure {
  const paused = new Set<Pausable>();
  let frames = 0;
  let held = 0;
  const registers = [registry];
  new Gauge({
    name: 'drover_link_unacknowledged_frames',
    help: 'Frames of devices that are not in the database yet',
    registers,
    collect() {
      this.set(frames);
    },
  });
  new Gauge({
    name: 'drover_link_unacknowledged_bytes',
    help: 'Their size; beyond 64 MB devices are made to wait',
    registers,
    collect() {
      this.set(held);
    },
  });
  return {
    hold(bytes, source) {
      frames += 1;
      held += bytes;
      if (held <= maxBytes || paused.has(source)) return;
      paused.add(source);
      source.pause();
    },
    release(bytes) {
      frames -= 1;
      held -= bytes;
      if (held > maxBytes / 2) return;
      for (const source of paused) source.resume();
      paused.clear();
    },
  };
}
