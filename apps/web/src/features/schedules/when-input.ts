import { localTimeZone } from '../../lib/time';
import { toLocalInputValue } from '../../lib/time-range';
import type { When } from '@drover/sdk';

export const whenModes = ['minutes', 'daily', 'weekly', 'once', 'cron'] as const;
export type WhenMode = (typeof whenModes)[number];

/** The form's input for when a schedule is due. Sunday is day 0. */
export interface WhenInput {
  mode: WhenMode;
  everyMinutes: number | string;
  time: string;
  days: string[];
  at: string;
  cron: string;
  timeZone: string;
}

const defaultInput: WhenInput = {
  mode: 'daily',
  everyMinutes: 15,
  time: '09:00',
  days: ['1', '2', '3', '4', '5'],
  at: '',
  cron: '0 9 * * 1-5',
  timeZone: localTimeZone,
};

/** Matches a cron expression for one time of day, every day or on some weekdays. */
const timeOfDay = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6](?:,[0-6])*)$/;

export function toWhenInput(when?: When): WhenInput {
  if (!when) return { ...defaultInput, at: toLocalInputValue(Date.now() + 3_600_000) };
  if (when.everyMinutes !== undefined)
    return { ...defaultInput, mode: 'minutes', everyMinutes: when.everyMinutes };
  if (when.at !== undefined)
    return { ...defaultInput, mode: 'once', at: toLocalInputValue(Date.parse(when.at)) };
  const { cron = '', timeZone = 'UTC' } = when;
  const [, minute, hour, days] = timeOfDay.exec(cron) ?? [];
  if (!minute || !hour || !days) return { ...defaultInput, mode: 'cron', cron, timeZone };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (days === '*') return { ...defaultInput, mode: 'daily', time, cron, timeZone };
  return { ...defaultInput, mode: 'weekly', time, days: days.split(','), cron, timeZone };
}

/** Converts the input to the API's form, or `undefined` while it is incomplete. */
export function toWhen({ mode, everyMinutes, time, days, at, cron, timeZone }: WhenInput): When | undefined {
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
