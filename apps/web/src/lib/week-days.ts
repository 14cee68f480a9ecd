/** Returns the names of the weekdays, starting with Sunday. */
export function getDayNames(language: string, weekday: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  // 1 February 2026 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 1, 1 + day)));
}
