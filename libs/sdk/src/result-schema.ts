/**
 * The schema of a script's results: a part of JSON Schema, listed in docs/results.md. Its properties are the columns of a
 * table, in their order.
 */
export interface ResultSchema {
  type?: string | string[];
  /** Heading of the column. */
  title?: string;
  /** `date` and `date-time` make a column of times. */
  format?: string;
  properties?: Record<string, ResultSchema>;
  /** Other supported keywords. */
  [keyword: string]: unknown;
}
