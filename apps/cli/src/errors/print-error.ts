import { printNote, styleError } from '../output/terminal';
import { describeError } from './cli-error';

/** Prints the message and the hints of an error to stderr. */
export function printError(error: unknown): void {
  const [first, ...rest] = describeError(error);
  if (first) printNote(`${styleError('red', '✗')} ${first}`);
  for (const line of rest) printNote(`  ${styleError('dim', line)}`);
}
