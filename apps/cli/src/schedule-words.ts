import type { Occurrence, ScheduleSummary, When } from '@drover/sdk';
import type { Column } from './table';
import type { Style } from './terminal';

/** When a schedule is due, in words. */
export function describeWhen({ cron, timeZone, at, everyMinutes }: When): string {
  if (cron !== undefined) return `${cron} (${timeZone ?? 'UTC'})`;
  if (at !== undefined) return `once at ${showTime(at)}`;
  return everyMinutes === 1 ? 'every minute' : `every ${everyMinutes} minutes`;
}

/** A time on the clock of this computer. */
export function showTime(time: string): string {
  const local = new Date(Date.parse(time) - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

function describeNext({ next, isPaused, problem }: ScheduleSummary): string {
  if (problem) return 'script is gone';
  if (isPaused) return 'paused';
  return next.length > 0 ? showTime(next[0]) : 'over';
}

/** What became of an occurrence: `skipped: previous still running`. */
function describeOutcome({ state, reason, counts }: Occurrence): string {
  const runs = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  const told = state === 'started' ? runs.map(([run, count]) => `${count} ${run}`).join(', ') : state;
  return [told || state, ...(reason ? [reason] : [])].join(': ');
}

function styleOf({ state, missedDevices }: Occurrence): Style {
  if (state === 'failed') return 'red';
  return state === 'started' && missedDevices === 0 ? 'green' : 'yellow';
}

export const scheduleColumns: Column<ScheduleSummary>[] = [
  { title: 'NAME', text: ({ name }) => name, isElastic: true },
  { title: 'WHEN', text: ({ when }) => describeWhen(when), isElastic: true },
  {
    title: 'NEXT',
    text: describeNext,
    style: ({ problem, next }) => (problem ? 'red' : next.length > 0 ? undefined : 'dim'),
  },
  { title: 'LAST', text: ({ last }) => (last ? describeOutcome(last) : ''), isElastic: true },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isDispensable: true },
];

export const occurrenceColumns: Column<Occurrence>[] = [
  { title: 'DUE', text: ({ dueAt, isByHand }) => `${showTime(dueAt)}${isByHand ? ' by hand' : ''}` },
  { title: 'OUTCOME', text: describeOutcome, style: styleOf, isElastic: true },
  { title: 'JOB', text: ({ jobId }) => jobId ?? '', style: () => 'dim', isDispensable: true },
];
