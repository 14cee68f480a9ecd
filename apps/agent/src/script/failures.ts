import { inspect } from 'node:util';
import { now, report } from './channel';

/** The longest reason that a Finished frame carries is longer; the rest of the text stands in the log. */
const reasonChars = 2000;

/** Frames of a stack that are not the script's. */
const ourFrame = /^\s+at .*(node:|[\\/]script-child\.[jt]s|[\\/]node_modules[\\/]tsx[\\/])/;

/** Tells the agent what went wrong: a reason with the place in the script, and the stack as a line of the log. */
export function reportFailure(error: unknown, fileName: string): void {
  report({ type: 'log', level: 'error', at: now(), text: stackOf(error) });
  report({ type: 'failed', reason: reasonOf(error, fileName).slice(0, reasonChars) });
}

function reasonOf(error: unknown, fileName: string): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  const place = placeOf(error, fileName);
  const what = String(error);
  return place ? `${what} (${fileName}:${place})` : what;
}

/** Line and column of the error in the script's own file. */
function placeOf(error: Error, fileName: string): string | undefined {
  const stack = error.stack ?? '';
  const name = fileName.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const position = new RegExp(`${name}:(\\d+:\\d+)`).exec(stack.replace(String(error), ''));
  if (position) return position[1];
  // A syntax error has no frame. Its stack begins with the file's line, the source, and a row of carets.
  const [head, , carets = ''] = stack.split('\n');
  const line = new RegExp(`${name}:(\\d+)$`).exec(head);
  if (!line) return undefined;
  return carets.includes('^') ? `${line[1]}:${carets.indexOf('^') + 1}` : line[1];
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return `Uncaught ${inspect(error)}`;
  const lines = inspect(error).split('\n');
  return lines.filter((line) => !ourFrame.test(line)).join('\n');
}
