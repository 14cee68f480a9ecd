import type { Occurrence, ScheduleSummary, When } from '@drover/sdk';
import type { Column } from './table';
import type { Style } from './terminal';

/** Formats when a schedule is due. */
export function formatWhen({ cron, timeZone, at, everyMinutes }: When): string {
  if (cron !== undefined) return `${cron} (${timeZone ?? 'UTC'})`;
  if (at !== undefined) return `once at ${formatLocalTime(at)}`;
  return everyMinutes === 1 ? 'every minute' : `every ${everyMinutes} minutes`;
}

/** Formats a time in this computer's time zone. */
export function formatLocalTime(time: string): string {
  const local = new Date(Date.parse(time) - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace('T', ' ');
}

function formatNext({ next, isPaused, problem }: ScheduleSummary): string {
  if (problem) return 'script deleted';
  if (isPaused) return 'paused';
  return next.length > 0 ? formatLocalTime(next[0]) : 'ended';
}

/** Formats the outcome of an occurrence, such as `skipped: previous still running`. */
function formatOutcome({ state, reason, counts }: Occurrence): string {
  const runs = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  const outcome = state === 'started' ? runs.map(([run, count]) => `${count} ${run}`).join(', ') : state;
  return [outcome || state, ...(reason ? [reason] : [])].join(': ');
}

function outcomeStyle({ state, missedDevices }: Occurrence): Style {
  if (state === 'failed') return 'red';
  return state === 'started' && missedDevices === 0 ? 'green' : 'yellow';
}

export const scheduleColumns: Column<ScheduleSummary>[] = [
  { title: 'NAME', text: ({ name }) => name, canShrink: true },
  { title: 'WHEN', text: ({ when }) => formatWhen(when), canShrink: true },
  {
    title: 'NEXT',
    text: formatNext,
    style: ({ problem, next }) => (problem ? 'red' : next.length > 0 ? undefined : 'dim'),
  },
  { title: 'LAST', text: ({ last }) => (last ? formatOutcome(last) : ''), canShrink: true },
  { title: 'ID', text: ({ _id }) => _id, style: () => 'dim', isOptional: true },
];

export const occurrenceColumns: Column<Occurrence>[] = [
  { title: 'DUE', text: ({ dueAt, isByHand }) => `${formatLocalTime(dueAt)}${isByHand ? ' (manual)' : ''}` },
  { title: 'OUTCOME', text: formatOutcome, style: outcomeStyle, canShrink: true },
  { title: 'JOB', text: ({ jobId }) => jobId ?? '', style: () => 'dim', isOptional: true },
];
