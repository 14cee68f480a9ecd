import { printLine } from './terminal';

/** Formats a value, which is one of a stream if `isLine`. Returns an empty text if there is nothing to print. */
export type JsonFormat = (value: unknown, options: { isLine: boolean }) => string;

/** Each process runs one command. */
let format: JsonFormat = (value, { isLine }) => JSON.stringify(value, null, isLine ? undefined : 2);

/** Sets how the JSON of the command is printed. */
export function setJsonFormat(newFormat: JsonFormat): void {
  format = newFormat;
}

/** Prints a response: by default as indented JSON. */
export function printJson(value: unknown): void {
  printText(format(value, { isLine: false }));
}

/** Prints a value of a stream: by default as one line of JSON. */
export function printJsonLine(value: unknown): void {
  printText(format(value, { isLine: true }));
}

/** A template ends its lines itself. A filter may return nothing. */
function printText(text: string): void {
  if (text !== '') printLine(text.replace(/\n$/, ''));
}

/** Wraps records in the shape of a list response. */
export function toList<Item>(items: Item[]): { count: number; items: Item[] } {
  return { count: items.length, items };
}
