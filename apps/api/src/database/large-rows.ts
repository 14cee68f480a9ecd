/** Rows that may have megabytes are read a few at a time: two first, and then as many as have so many bytes. */
const firstRows = 2;
const maxRows = 10;
const maxBytes = 512 * 1024;

/** Returns how many rows that may be large to read next, after some rows with so many bytes. */
export function largeRowsAtATime(rows: number, bytes: number): number {
  if (rows === 0) return firstRows;
  return Math.min(Math.max(Math.floor((maxBytes * rows) / Math.max(bytes, 1)), 1), maxRows);
}
