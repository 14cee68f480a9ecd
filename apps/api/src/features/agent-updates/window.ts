import type { UpdateWindow } from '@drover/contract';
import { localClock } from '../../records/local-clock';

const dayMinutes = 24 * 60;

/**
 * Returns how many minutes of a window are left at a moment, or 0 outside of it. When clocks change, the window ends at its
 * local time.
 */
export function minutesLeft({ from, to, timeZone, days }: UpdateWindow, moment: Date): number {
  const local = localClock(timeZone)(moment);
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const length = end > start ? end - start : end - start + dayMinutes;
  // The window that started today, or the one of yesterday.
  for (const daysAgo of [0, 1]) {
    const sinceStart = minute - start + daysAgo * dayMinutes;
    const day = ((local.getUTCDay() + 6 - daysAgo) % 7) + 1;
    const isOpen = sinceStart >= 0 && sinceStart < length;
    if (isOpen && (days === undefined || days.includes(day))) return length - sinceStart;
  }
  return 0;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
