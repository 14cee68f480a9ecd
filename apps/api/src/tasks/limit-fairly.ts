import { FairQueue } from './fair-queue';

/** Creates a function that runs at most `max` tasks at the same time. Owners, such as accounts, take turns. */
export function limitFairly(max: number) {
  const waiting = new FairQueue<() => void>();
  let running = 0;
  return async <Result>(owner: string, task: () => Promise<Result>): Promise<Result> => {
    if (running === max) await new Promise<void>((resolve) => waiting.push(owner, resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next task takes over the place of this one.
      if (next) next();
      else running -= 1;
    }
  };
}
