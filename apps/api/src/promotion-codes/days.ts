/** Longer than any day: one that ends summer time has 25 hours. */
const dayMsMax = 26 * 3600 * 1000;

/**
 * The last millisecond of the day that a moment is in. A day may have 23 or 25 hours, and may begin at one o'clock; so
 * its end is looked for, by halves, where the date changes.
 */
export function endOfDay(moment: Date, timeZone: string): Date {
  const formatter = localFormatter(timeZone);
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

/** `YYYY-MM-DD HH:mm:ss` as the clocks of a time zone show it. */
export function localTime(moment: Date, timeZone: string): string {
  return localFormatter(timeZone).format(moment);
}

/** Swedish dates are written as ISO 8601 has them. */
function localFormatter(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}
