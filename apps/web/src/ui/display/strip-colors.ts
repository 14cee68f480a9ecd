export const colorEscapes = /\x1b\[[\d;]*m/g;

/** Returns the text without colours. Smaller than `stripAnsi`, for the first page. */
export function stripColors(text: string): string {
  return text.replace(colorEscapes, '');
}
