import { LIMITS, type StatisticsFilter } from '@drover/contract';
import { invalid } from '../../errors/api-error';
import { localClock, toMoment, type LocalClock } from '../../records/local-clock';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Range = Pick<StatisticsFilter, 'from' | 'to'>;

/** Reads the range of a request, which ends now unless it says otherwise. */
function readRange({ from, to }: Range, defaultMs: number): { from: number; to: number } {
  const toMs = to === undefined ? Date.now() : Date.parse(to);
  const fromMs = from === undefined ? toMs - defaultMs : Date.parse(from);
  if (fromMs >= toMs) throw invalid('from', 'must be before "to"');
  return { from: fromMs, to: toMs };
}

function assertFits({ from, to }: { from: number; to: number }, unit: { ms: number; name: string }): void {
  if ((to - from) / unit.ms <= LIMITS.statisticsItems) return;
  throw invalid('from', `must be at most ${LIMITS.statisticsItems} ${unit.name} before "to"`);
}

/** Returns when each hour of the range begins, and when the last one ends. */
export function readHours(range: Range): Date[] {
  const { from, to } = readRange(range, dayMs);
  assertFits({ from, to }, { ms: hourMs, name: 'hours' });
  return steps(from, to, hourMs);
}

/** Returns when each day of the range begins in a time zone, and when the last one ends. */
export function readDays(range: Range, timeZone: string): Date[] {
  const { from, to } = readRange(range, 30 * dayMs);
  assertFits({ from, to }, { ms: dayMs, name: 'days' });
  if (timeZone === 'UTC') return steps(from, to, dayMs);
  const clock = localClock(timeZone);
  const local = new Date(Math.floor(clock(new Date(from)).getTime() / dayMs) * dayMs);
  // A day that begins within an hour of UTC contains what is left of that hour only from the next hour on.
  while (startOfDay(clock, local).getTime() > from) local.setTime(local.getTime() - dayMs);
  const days = [startOfDay(clock, local)];
  while (days[days.length - 1].getTime() < to) {
    local.setTime(local.getTime() + dayMs);
    const start = startOfDay(clock, local);
    // Some zones skipped a day when they changed sides of the date line.
    if (start > days[days.length - 1]) days.push(start);
  }
  return days;
}

/** Returns the first full hour of UTC in a local day. */
function startOfDay(clock: LocalClock, local: Date): Date {
  return new Date(Math.ceil(toMoment(clock, local).getTime() / hourMs) * hourMs);
}

function steps(from: number, to: number, ms: number): Date[] {
  const first = Math.floor(from / ms);
  return Array.from({ length: Math.ceil(to / ms) - first + 1 }, (_, index) => new Date((first + index) * ms));
}
