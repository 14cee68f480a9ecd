/**
 * Positions at the end of a reason: agents write `TypeError: … (script.js:12:5)`, phones `… (script.js#12)`. In a project
 * they are those of source files, such as `(src/login.ts:12:5)`.
 */
const position = /\(([^()]+\.[cm]?[jt]sx?)[:#](\d{1,7})(?::\d{1,7})?\)\s*$/;

/** The file and the line at which a run failed. */
export interface ErrorPosition {
  file: string;
  line: number;
}

/** Returns the position at which a run failed, if its reason names one. */
export function errorPositionOf(reason: string | null): ErrorPosition | undefined {
  const [, file, line] = position.exec(reason ?? '') ?? [];
  return file === undefined ? undefined : { file, line: Number(line) };
}

/** A position in a stack trace, such as `at main (script.js:12:5)`. The script's own file has no path. */
const stackPosition = /(?:^|[\s(])[^\s()\\/:]+\.js[:#](\d{1,7})(?::\d{1,7})?\)?\s*$/;

/** Returns the line of the script to which a log line points. */
export function errorLineIn(text: string): number | undefined {
  const line = stackPosition.exec(text)?.[1];
  return line === undefined ? undefined : Number(line);
}
