import measure from 'fast-string-truncated-width';

/** Returns the number of terminal columns of a text. An ideograph takes two columns, a style sequence none. */
export function measureWidth(text: string): number {
  return measure(text).width;
}

/** Shortens a text to at most `width` columns. A shortened text ends with an ellipsis. */
export function truncate(text: string, width: number): string {
  const { index, ellipsed } = measure(text, { limit: Math.max(1, width), ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text.slice(0, index);
}

/** Shortens or pads a text to exactly `width` columns. */
export function fitToWidth(text: string, width: number): string {
  const part = truncate(text, width);
  return part + ' '.repeat(Math.max(0, width - measureWidth(part)));
}
