import { inspect } from 'node:util';
import { now, report } from './channel';
import { reportStepOf } from './step-context';

/** Shorter than the longest reason of a Finished frame. The full text is in the log. */
const reasonChars = 2000;

/** Stack frames that do not belong to the script. */
const internalFrame =
  /^\s+at .*(node:|[\\/]script-child\.[jt]s|[\\/]agent[\\/]src[\\/]script[\\/]|[\\/]node_modules[\\/]tsx[\\/])/;

/** Reports an error to the agent: a reason with the location in the script, and the stack as a log line. */
export function reportFailure(error: unknown, fileName: string): void {
  reportError(error);
  reportStepOf(error);
  report({ type: 'failed', reason: describeError(error, fileName) });
}

/** Writes an error with its stack to the log. */
export function reportError(error: unknown, prefix = ''): void {
  report({ type: 'log', level: 'error', at: now(), text: prefix + formatStack(error) });
}

/** Cuts the message of an error, and not its location, by which the server groups failures. */
function describeError(error: unknown, fileName: string): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`.slice(0, reasonChars);
  const location = findLocation(error, fileName);
  const what = String(error).slice(0, reasonChars);
  return location ? `${what} (${fileName}:${location})` : what;
}

/** Returns line and column of the error in the script's own file. */
function findLocation(error: Error, fileName: string): string | undefined {
  const stack = error.stack ?? '';
  const name = fileName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const position = new RegExp(`${name}:(\\d+:\\d+)`).exec(stack.replace(String(error), ''));
  if (position) return position[1];
  // A syntax error has no stack frame. Its stack begins with file and line, the source line and a line of carets.
  const [head, , carets = ''] = stack.split('\n');
  const line = new RegExp(`${name}:(\\d+)$`).exec(head);
  if (!line) return undefined;
  return carets.includes('^') ? `${line[1]}:${carets.indexOf('^') + 1}` : line[1];
}

function formatStack(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  const lines = inspect(error).split('\n');
  return lines.filter((line) => !internalFrame.test(line)).join('\n');
}
