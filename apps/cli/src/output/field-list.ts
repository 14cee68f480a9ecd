import { printLine, stripControls, styleOutput } from './terminal';
import { measureWidth } from './text-width';

/** Prints the fields of a record, one per line. Leaves out those without a value. */
export function printFields(fields: Record<string, string | null | undefined>): void {
  const width = Math.max(...Object.keys(fields).map(measureWidth));
  for (const [label, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null)
      printLine(`${styleOutput('dim', label.padEnd(width))}  ${stripControls(value)}`);
  }
}
