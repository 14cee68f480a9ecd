import { LIMITS } from '@drover/contract/limits';

/** Rows that may have megabytes are read a few at a time: one first, and then about as many as fit on a page. */
const firstRows = 1;
const maxRows = 10;

/** Returns how many rows that may be large to read next, after some rows with so many bytes. */
export function largeRowsAtATime(rows: number, bytes: number): number {
  if (rows === 0) return firstRows;
  return Math.min(Math.max(Math.floor((LIMITS.pageBytes * rows) / Math.max(bytes, 1)), 1), maxRows);
}

/** Estimates the bytes of a value as JSON, without the memory that converting it would take. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + 4 + sizeOf(each), 2);
}
