import type { LogLine } from '@drover/sdk';
import { stripAnsi } from '../../ui/display/strip-ansi';
import type { TextRange } from '../../ui/display/ansi-text';

/** Returns where a text contains the searched one, ignoring case. */
export function findRanges(text: string, search: string): TextRange[] {
  if (search === '') return [];
  const [where, what] = [stripAnsi(text).toLowerCase(), search.toLowerCase()];
  const ranges: TextRange[] = [];
  for (let start = where.indexOf(what); start >= 0; start = where.indexOf(what, start + what.length)) {
    ranges.push({ start, end: start + what.length });
  }
  return ranges;
}

/** Returns the match after or before a line, and starts over at the end of the log. */
export function findNext(matches: LogLine[], from: number | undefined, step: 1 | -1): LogLine | undefined {
  if (from === undefined) return matches.at(step === 1 ? 0 : -1);
  return step === 1
    ? (matches.find(({ seq }) => seq > from) ?? matches[0])
    : (matches.findLast(({ seq }) => seq < from) ?? matches.at(-1));
}
