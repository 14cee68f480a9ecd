import type { Clock } from '@drover/device-agent';

/** Node's timers and its monotonic clock. */
export const clock: Clock = {
  elapsedMs: () => performance.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};
