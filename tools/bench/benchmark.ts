import type { Figure } from './figures';

/** How thorough a measurement is. */
export interface Form {
  isFull: boolean;
  rounds: number;
  /** Seconds that one round of requests takes. */
  seconds: number;
}

/** What can be measured by itself: `npm run bench -- <name>`. */
export interface Benchmark {
  name: string;
  title: string;
  /** What is measured, and what the baseline is. */
  description: string;
  measure(form: Form): Promise<Figure[]>;
}
