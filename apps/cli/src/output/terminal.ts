import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Styles text for stdout if it supports colours. Respects NO_COLOR and FORCE_COLOR. */
export function styleOutput(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Styles text for stderr if it supports colours. */
export function styleError(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stderr });
}

/** Prints a line of the result to stdout. */
export function printLine(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a message to stderr, so that it does not mix with the result when stdout is piped. */
export function printNote(line = ''): void {
  process.stderr.write(`${line}\n`);
}

/** Returns the width of the terminal. Undefined if stdout is not a terminal, because then nothing is truncated. */
export function terminalColumns(): number | undefined {
  return process.stdout.isTTY ? process.stdout.columns : undefined;
}

/** Whether the user can be prompted. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Removes control characters from text of devices and scripts, which could move the cursor. Keeps line breaks and tabs. */
export function stripControls(text: string): string {
  return stripVTControlCharacters(text).replace(/\r(?=\n)|[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}
