import { setImmediate } from 'node:timers/promises';

/** A computation that can pause wherever it yields. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Computing at a stretch, after which the event loop serves requests and sockets. */
const sliceMs = 1;

/** Computes without keeping the event loop busy. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let begin = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - begin < sliceMs) continue;
    await setImmediate();
    begin = performance.now();
  }
}
