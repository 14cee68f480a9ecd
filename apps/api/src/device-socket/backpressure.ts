import { Gauge } from 'prom-client';
import type { Metrics } from '../metrics/metrics';

/** Bytes of frames that are not stored yet, over all links, above which devices are not read from. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** A connection that can be left unread, so that its sender has to wait. */
interface Pausable {
  pause(reason: 'unstored'): void;
  resume(reason: 'unstored'): void;
}

/** Slows down devices that send faster than the database can store. */
export interface Backpressure {
  hold(bytes: number, source: Pausable): void;
  release(bytes: number): void;
}

export function createBackpressure(
  { registry }: Pick<Metrics, 'registry'>,
  maxBytes = defaultMaxBytes,
): Backpressure {
  const paused = new Set<Pausable>();
  let frames = 0;
  let held = 0;
  const registers = [registry];
  new Gauge({
    name: 'drover_link_unacknowledged_frames',
    help: 'Frames from devices that are not stored yet',
    registers,
    collect() {
      this.set(frames);
    },
  });
  new Gauge({
    name: 'drover_link_unacknowledged_bytes',
    help: 'Size of the frames that are not stored yet. Above 64 MB, devices have to wait',
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
      source.pause('unstored');
    },
    release(bytes) {
      frames -= 1;
      held -= bytes;
      if (held > maxBytes / 2) return;
      for (const source of paused) source.resume('unstored');
      paused.clear();
    },
  };
}
