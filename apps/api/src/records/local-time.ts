const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formats a moment as `YYYY-MM-DD HH:mm:ss` in a time zone. */
export function formatLocalTime(moment: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) formatters.set(timeZone, (formatter = createLocalFormatter(timeZone)));
  return formatter.format(moment);
}

/** Creates a formatter, which takes longer than formatting. Uses the Swedish locale, whose dates have the format of ISO 8601. */
export function createLocalFormatter(timeZone: string): Intl.DateTimeFormat {
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
