import measure from 'fast-string-truncated-width';

/** Columns that a text takes on a terminal: an ideograph takes two, a style none. */
export function widthOf(text: string): number {
  return measure(text).width;
}

/** A text of at most so many columns; one that is cut ends with an ellipsis. */
export function cut(text: string, width: number): string {
  const { index, ellipsed } = measure(text, { limit: Math.max(1, width), ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text.slice(0, index);
}

/** A text of exactly so many columns. */
export function fit(text: string, width: number): string {
  const part = cut(text, width);
  return part + ' '.repeat(Math.max(0, width - widthOf(part)));
}
