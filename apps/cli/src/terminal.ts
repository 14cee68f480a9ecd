import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Text in a style where the output is a terminal that shows it; NO_COLOR and FORCE_COLOR are obeyed. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** The same for what goes to the error output. */
export function paintError(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stderr });
}

/** Prints a line of what was asked for. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line about it, which is not part of it. */
export function note(line = ''): void {
  process.stderr.write(`${line}\n`);
}

/** Columns of the terminal; none where the output goes elsewhere, and nothing is to be cut. */
export function columns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/** Whether somebody sits there who can be asked. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Text of a device or a script without what would move the cursor or worse; line ends and tabs stay. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/\r(?=\n)|[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}
