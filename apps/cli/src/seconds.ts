import { InvalidArgumentError } from 'commander';

const units = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Reads a span of time such as `90`, `30s`, `5m`, `2h` or `7d` as seconds. */
export function parseSeconds(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  const seconds = Number(number) * units[unit as keyof typeof units];
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be a time such as 90, 30s, 5m, 2h or 7d.');
  return seconds;
}

/** How long something took, in as many words as a table has room for. */
export function showSpan(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} days`;
  if (hours > 0) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const seconds = Math.floor((ms % 60_000) / 1000);
  return seconds > 0 ? `${minutes} min ${seconds} s` : `${minutes} min`;
}

/** How long ago something was. */
export function showAgo(time: string | null, now = Date.now()): string {
  if (!time) return 'never';
  const seconds = Math.max(0, Math.floor((now - Date.parse(time)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 2 * 86_400
    ? `${Math.floor(seconds / 3600)} h ago`
    : `${Math.floor(seconds / 86_400)} days ago`;
}
