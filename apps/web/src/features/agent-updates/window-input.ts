import type { UpdateWindow } from '@drover/sdk';
import { localTimeZone } from '../../lib/time';

/** The form's input for a maintenance window. Sunday is day 0. */
interface WindowInput {
  from: string;
  to: string;
  days: string[];
  timeZone: string;
}

const everyDay = ['0', '1', '2', '3', '4', '5', '6'];

export function toWindowInput(window: UpdateWindow | null): WindowInput {
  const { from, to, timeZone, days } = window ?? { from: '02:00', to: '04:00', timeZone: localTimeZone };
  return { from, to, timeZone, days: days?.map((day) => String(day % 7)) ?? everyDay };
}

export function isWindowComplete({ from, to, days }: WindowInput): boolean {
  return from !== '' && to !== '' && days.length > 0;
}

/** Returns the window of a complete input. */
export function toWindow({ from, to, days, timeZone }: WindowInput): UpdateWindow {
  const numbers = days.map((day) => Number(day) || 7).sort((one, other) => one - other);
  return { from, to, timeZone, ...(numbers.length < everyDay.length && { days: numbers }) };
}
