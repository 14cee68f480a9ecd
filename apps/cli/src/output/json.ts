import { printLine } from './terminal';

/** Prints a response as indented JSON. */
export function printJson(value: unknown): void {
  printLine(JSON.stringify(value, null, 2));
}

/** Prints a value as one line of JSON, for output that is a stream. */
export function printJsonLine(value: unknown): void {
  printLine(JSON.stringify(value));
}

/** Wraps records in the shape of a list response. */
export function toList<Item>(items: Item[]): { count: number; items: Item[] } {
  return { count: items.length, items };
}
