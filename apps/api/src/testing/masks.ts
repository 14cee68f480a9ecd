import { createMask } from '../masking/mask';
import type { Steps } from '../tasks/steps';

/** Computes all steps at once. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Returns a function that masks values at once. */
export function maskWith(values: string[]): (text: string) => string {
  const mask = finish(createMask(values));
  return (text) => finish(mask(text));
}
