import { say } from './terminal';

/** Prints what the service answered, for programs to read. */
export function printJson(value: unknown): void {
  say(JSON.stringify(value, null, 2));
}

/** The same as one line of many. */
export function printJsonLine(value: unknown): void {
  say(JSON.stringify(value));
}

/** Records in the shape that the service gives lists in. */
export function listOf<Item>(items: Item[]): { count: number; items: Item[] } {
  return { count: items.length, items };
}
