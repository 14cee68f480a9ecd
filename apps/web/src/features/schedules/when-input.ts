import type { When } from '@drover/sdk';

export const whenModes = ['minutes', 'daily', 'weekly', 'once', 'cron'] as const;
export type WhenMode = (typeof whenModes)[number];

/** When a schedule is due, as somebody fills it in. Days count from Sunday, which is 0. */
export interface WhenInput {
  mode: WhenMode;
  everyMinutes: number | string;
  time: string;
  days: string[];
  at: string;
  cron: string;
  timeZone: string;
}

export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const start: WhenInput = {
  mode: 'daily',
  everyMinutes: 15,
  time: '09:00',
  days: ['1', '2', '3', '4', '5'],
  at: '',
  cron: '0 9 * * 1-5',
  timeZone: ownZone,
};

/** A cron expression of a time of the day, every day or on some. */
const timeOfDay = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/;

export function whenInputOf(when?: When): WhenInput {
  if (!when) return { ...start, at: localText(Date.now() + 3_600_000) };
  if (when.everyMinutes !== undefined) return { ...start, mode: 'minutes', everyMinutes: when.everyMinutes };
  if (when.at !== undefined) return { ...start, mode: 'once', at: localText(Date.parse(when.at)) };
  const { cron = '', timeZone = 'UTC' } = when;
  const [, minute, hour, days] = timeOfDay.exec(cron) ?? [];
  if (!minute || !hour || !days) return { ...start, mode: 'cron', cron, timeZone };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (days === '*') return { ...start, mode: 'daily', time, cron, timeZone };
  return { ...start, mode: 'weekly', time, days: days.split(','), cron, timeZone };
}

/** What the service takes; nothing while something is missing. */
export function whenOf({ mode, everyMinutes, time, days, at, cron, timeZone }: WhenInput): When | undefined {
  const [hour = '', minute = ''] = time.split(':').map((part) => String(Number(part)));
  if (mode === 'minutes')
    return Number(everyMinutes) >= 1 ? { everyMinutes: Number(everyMinutes) } : undefined;
  if (mode === 'once') return at ? { at: new Date(at).toISOString() } : undefined;
  if (mode === 'cron') return cron.trim() ? { cron: cron.trim(), timeZone } : undefined;
  if (!minute) return undefined;
  if (mode === 'daily') return { cron: `${minute} ${hour} * * *`, timeZone };
  return days.length > 0
    ? { cron: `${minute} ${hour} * * ${[...days].sort().join(',')}`, timeZone }
    : undefined;
}

/** As a field for a local time has it: 2026-11-21T17:30. */
function localText(ms: number): string {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
