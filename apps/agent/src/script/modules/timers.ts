import type { Timers } from '@drover/script-types';

type NodeTimer = Parameters<typeof clearTimeout>[0];

/** Creates the timers of scripts: those of Node. */
export function createTimers(): Timers {
  return {
    setTimeout: (act, ms, ...values) => setTimeout(act, ms, ...(values as [])),
    setInterval: (act, ms, ...values) => setInterval(act, ms, ...(values as [])),
    setImmediate: (act, ...values) => setImmediate(act, ...(values as [])),
    clearTimeout: (timer) => clearTimeout(timer as NodeTimer),
    clearInterval: (timer) => clearInterval(timer as NodeTimer),
    clearImmediate: (timer) => clearImmediate(timer as NodeJS.Immediate),
  };
}
