const hour = 3_600_000;

/** Ranges of time up to now. */
const LENGTHS = { '1h': hour, '24h': 24 * hour, '7d': 7 * 24 * hour, '30d': 30 * 24 * hour };

export const TIME_RANGES = Object.keys(LENGTHS) as (keyof typeof LENGTHS)[];

/** A range as in the URL: `after` is one of TIME_RANGES or a time, `before` is a time. Empty texts are no bounds. */
export interface TimeRange {
  after: string;
  before: string;
}

/** Returns the bounds of a list. Ignores times that are not valid. */
export function toCreatedRange({ after, before }: TimeRange, now = Date.now()) {
  const length = TIME_RANGES.find((range) => range === after);
  const createdAfter = length ? new Date(now - LENGTHS[length]).toISOString() : toTime(after);
  const createdBefore = toTime(before);
  return { ...(createdAfter && { createdAfter }), ...(createdBefore && { createdBefore }) };
}

function toTime(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** Formats a time for a `datetime-local` input: 2026-11-21T17:30. */
export function toLocalInputValue(time: string | number): string {
  const ms = new Date(time).getTime();
  if (Number.isNaN(ms)) return '';
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
