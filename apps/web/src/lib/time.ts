/** The share of a unit from which on a time is rounded up to it: 59.5 min are 1 hr. */
const roundsUpFrom = 0.99;

const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** Times that are less than this away are "now", because the shown text is not updated every second. */
const nowSeconds = 10;

/**
 * Formats how long ago something happened, or when it will: "5 min. ago", "in 30 sec.". Rounds, so that 90 days without a
 * second are "in 3 mo.".
 */
export function formatRelativeTime(at: string, language: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  if (Math.abs(seconds) < nowSeconds) return format.format(0, 'second');
  for (const [unit, length] of relativeUnits) {
    const count = Math.round(seconds / length);
    if (Math.abs(seconds) >= length * roundsUpFrom) return format.format(count, unit);
  }
  return format.format(seconds, 'second');
}

/** Returns the locale of the browser in the language of the console, so that en-GB browsers get British dates. */
export function localeOf(language: string): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/** Formats a full date and time in the user's time zone. */
export function formatExactTime(at: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium' }).format(
    new Date(at),
  );
}

/** Formats a date and time in the user's time zone, short enough for a table: "31 Jan, 14:05". */
export function formatShortTime(at: string | number, language: string): string {
  const style = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(localeOf(language), style).format(new Date(at));
}

/** Formats a length of time: "1 hr 4 min", "12.4 sec". */
export function formatDuration(milliseconds: number, language: string): string {
  if (milliseconds < 1000) return formatUnit(Math.max(0, Math.round(milliseconds)), 'millisecond', language);
  if (milliseconds < 60_000) return formatUnit(milliseconds / 1000, 'second', language);
  const [first, second] = durationUnits.filter(([, length]) => milliseconds >= length);
  const [unit, length] = first ?? ['second', 1000];
  const [smaller, smallerLength] = second ?? ['second', 1000];
  const rest = Math.floor((milliseconds % length) / smallerLength);
  const words = formatUnit(Math.floor(milliseconds / length), unit, language);
  return rest > 0 ? `${words} ${formatUnit(rest, smaller, language)}` : words;
}

const durationUnits = [
  ['day', 24 * 3_600_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function formatUnit(value: number, unit: string, language: string): string {
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, style).format(value);
}

/** The time zone of the browser. */
export const localTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
