import { setImmediate } from 'node:timers/promises';

/** A computation that can pause wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Time after which a computation pauses, unless it chooses another one. */
const defaultSliceMs = 1;

/** Computes without blocking the event loop: after each slice, it serves requests and sockets. */
export async function runInSlices<Result>(steps: Steps<Result>, sliceMs = defaultSliceMs): Promise<Result> {
  for (let begin = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begin < sliceMs) continue;
    await setImmediate();
    begin = performance.now();
  }
}
