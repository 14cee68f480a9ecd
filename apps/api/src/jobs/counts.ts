import { RunState, type RunCounts } from '@drover/contract';

const none = Object.fromEntries(RunState.options.map((state) => [state, 0])) as RunCounts;

/** Every state, those without runs too. */
export function allCounts(counts: Partial<RunCounts> | null): RunCounts {
  return { ...none, ...counts };
}
