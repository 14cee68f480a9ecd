import { colorEscapes } from './strip-colors';

// Escape sequences to remove: operating system commands (OSC), such as titles and links, and all others except colours (CSI … m).
const otherEscapes =
  /\x1b[\]PX^_][\s\S]*?(?:\x07|\x1b\\|$)|\x1b\[(?![\d;]*m)[0-?]*[ -/]*[@-~]?|\x1b(?!\[)[ -/]*[0-~]?/g;
const controls = /[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f]/g;
export const hasSpecial = /[\x00-\x08\x0b-\x1f\x7f]/;

/** Returns the text without escape sequences and control characters. Tabs and line breaks stay. */
export function stripAnsi(text: string): string {
  return hasSpecial.test(text) ? removeOtherEscapes(text).replace(colorEscapes, '') : text;
}

/** A carriage return starts the line again, as progress bars do, so only the text after the last one and the colours stay. */
export function removeOtherEscapes(text: string): string {
  const lines = text.split('\n').map((line) => {
    const written = line.replace(/\r+$/, '');
    const start = written.lastIndexOf('\r') + 1;
    return (written.slice(0, start).match(colorEscapes) ?? []).join('') + written.slice(start);
  });
  return lines.join('\n').replace(otherEscapes, '').replace(controls, '');
}
