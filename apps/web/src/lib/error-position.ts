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

/** A position in a stack trace, such as `at main (script.js:12:5)` or `at read (src/login.ts:8:9)`. */
const stackPosition = /(?:^|[\s(])([^\s()\\/:][^\s()\\:]*\.[cm]?[jt]sx?)[:#](\d{1,7})(?::\d{1,7})?\)?\s*$/;

/** Returns the position in the script or its source files to which a log line points. */
export function errorPositionIn(text: string): ErrorPosition | undefined {
  const [, file, line] = stackPosition.exec(text) ?? [];
  return file === undefined || !isSourceFile(file) ? undefined : { file, line: Number(line) };
}

/** Returns whether a file is the script or one of its source files, and not of a package, of Node.js or of the device. */
export function isSourceFile(file: string): boolean {
  return !/^\/|:|node_modules\//.test(file);
}

/** Returns the address of a line in the editor of a script. A script that is no project has one file, whose name does not count. */
export function editorLink(editorPage: string, { file, line }: { file?: string; line: number }): string {
  return `${editorPage}?${file === undefined ? '' : `file=${encodeURIComponent(file)}&`}line=${line}`;
}
