import type { Clock } from '@drover/device-agent';

/** The app's timers. Phones have no monotonic clock for scripts. */
export const clock: Clock = {
  elapsedMs: () => Date.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};
