import { createLocalFormatter } from '../../records/local-time';

/** Longer than any day: the day on which summer time ends has 25 hours. */
const dayMsMax = 26 * 3600 * 1000;

/**
 * Returns the last millisecond of a moment's day in a time zone. Because a day may have 23 or 25 hours, and may begin
 * at one o'clock, a binary search finds where the date changes.
 */
export function endOfDay(moment: Date, timeZone: string): Date {
  const formatter = createLocalFormatter(timeZone);
  const dateOf = (ms: number) => formatter.format(ms).slice(0, 10);
  const today = dateOf(moment.getTime());
  let inside = moment.getTime();
  let outside = inside + dayMsMax;
  while (outside - inside > 1) {
    const middle = Math.floor((inside + outside) / 2);
    if (dateOf(middle) === today) inside = middle;
    else outside = middle;
  }
  return new Date(inside);
}
