/** Positions at the end of a reason: agents write `TypeError: … (script.js:12:5)`, phones `… (script.js#12)`. */
const position = /\((?:[^()]*[\\/])?[^()\\/]+\.js[:#](\d{1,7})(?::\d{1,7})?\)\s*$/;

/** Returns the line of the script at which a run failed, if its reason names one. */
export function errorLineOf(reason: string | null): number | undefined {
  const line = position.exec(reason ?? '')?.[1];
  return line === undefined ? undefined : Number(line);
}

/** A position in a stack trace, such as `at main (script.js:12:5)`. The script's own file has no path. */
const stackPosition = /(?:^|[\s(])[^\s()\\/:]+\.js[:#](\d{1,7})(?::\d{1,7})?\)?\s*$/;

/** Returns the line of the script to which a log line points. */
export function errorLineIn(text: string): number | undefined {
  const line = stackPosition.exec(text)?.[1];
  return line === undefined ? undefined : Number(line);
}
