import type { Figure } from './figures';

/** The form of a measurement, quick or full. */
export interface Form {
  isFull: boolean;
  rounds: number;
  /** Duration of one round of requests. */
  seconds: number;
  /** The parts that are measured, for a benchmark that has parts. */
  only?: string;
  /** Duration of a benchmark that observes a server for long. */
  minutes: number;
  /** Where pictures are written. */
  pictures: string;
}

/** A benchmark. `npm run bench -- <name>` runs it alone. */
export interface Benchmark {
  name: string;
  title: string;
  /** Describes what is measured and the baseline. */
  description: string;
  /** Runs only if it is named, because it takes long. */
  isOnDemand?: boolean;
  measure(form: Form): Promise<Figure[]>;
}
