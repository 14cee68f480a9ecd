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

/** Formats a moment as `YYYY-MM-DD HH:mm:ss` in a time zone. */
export function formatLocalTime(moment: Date, timeZone: string): string {
  return createLocalFormatter(timeZone).format(moment);
}

/** Uses the Swedish locale, whose dates have the format of ISO 8601. */
function createLocalFormatter(timeZone: string): Intl.DateTimeFormat {
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
