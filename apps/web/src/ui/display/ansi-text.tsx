import { type AnsiSpan, parseAnsi } from './ansi';
import classes from './ansi-text.module.css';

/** Part of a text, by the offsets of `stripAnsi`. */
export interface TextRange {
  start: number;
  end: number;
}

interface Props {
  text: string;
  /** The style that the text begins with, as `styleAfter` returns it. */
  style?: string;
  /** Parts to highlight, in order. */
  highlights?: readonly TextRange[];
}

/** Text with the colours of its ANSI escapes, as terminals show it. Other escapes are left out. */
export function AnsiText({ text, style, highlights = [] }: Props) {
  let offset = 0;
  return parseAnsi(text, style).map((span, index) => {
    const start = offset;
    offset += span.text.length;
    const pieces = split(span.text, start, highlights);
    return isPlain(span) ? (
      pieces
    ) : (
      <span
        key={index}
        className={classes.span}
        data-color={span.color}
        data-background={span.background}
        data-bold={span.isBold || undefined}
        data-dim={span.isDim || undefined}
        data-italic={span.isItalic || undefined}
        data-underlined={span.isUnderlined || undefined}
        data-struck={span.isStruck || undefined}
      >
        {pieces}
      </span>
    );
  });
}

function isPlain({ text: _text, ...style }: AnsiSpan): boolean {
  return Object.values(style).every((value) => !value);
}

/** Wraps the highlighted parts of a text that begins at `offset` of the whole text. */
function split(text: string, offset: number, highlights: readonly TextRange[]) {
  const pieces = [];
  let position = 0;
  for (const { start, end } of highlights) {
    const from = Math.max(start - offset, position);
    const to = Math.min(end - offset, text.length);
    if (from >= to) continue;
    pieces.push(
      text.slice(position, from),
      <mark key={offset + from} className={classes.mark}>
        {text.slice(from, to)}
      </mark>,
    );
    position = to;
  }
  return [...pieces, text.slice(position)];
}
