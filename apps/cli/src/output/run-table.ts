import type { Run } from '@drover/sdk';
import { formatAge, formatDuration } from './duration';
import { countByState, formatCounts, formatRunState, stateStyle } from './run-states';
import { type Column, printTable } from './table';
import { printLine, styleOutput } from './terminal';

/** Maximum rows on a terminal. With more runs, only those that did not succeed are shown. */
const maxTerminalRows = 30;

/** Columns of the runs of one job. */
const columns: Column<Run>[] = [
  { title: 'DEVICE', text: ({ deviceName }) => deviceName, canShrink: true },
  { title: 'STATE', text: formatRunState, style: ({ state }) => stateStyle(state) },
  { title: 'DURATION', text: formatRunDuration },
  { title: 'EXIT', text: ({ exitCode, signal }) => String(exitCode ?? signal ?? '–') },
  { title: 'RUN', text: ({ _id }) => _id, style: () => 'dim', isOptional: true },
  { title: 'REASON', text: ({ reason }) => reason ?? '', canShrink: true },
];

/** Columns of runs of several jobs. */
export const runColumns: Column<Run>[] = [
  { title: 'DEVICE', text: ({ deviceName }) => deviceName, canShrink: true },
  { title: 'STATE', text: formatRunState, style: ({ state }) => stateStyle(state) },
  { title: 'CREATED', text: ({ createdAt }) => formatAge(createdAt) },
  { title: 'DURATION', text: formatRunDuration },
  { title: 'RUN', text: ({ _id }) => _id, style: () => 'dim' },
  { title: 'JOB', text: ({ jobId }) => jobId, style: () => 'dim', isOptional: true },
  { title: 'REASON', text: ({ reason }) => reason ?? '', canShrink: true, isOptional: true },
];

/** Prints the result of each run, then the number of runs per state. */
export function printRuns(runs: Run[], mapText?: (text: string) => string): void {
  const relevant =
    process.stdout.isTTY && runs.length > maxTerminalRows ? runs.filter(hasNotSucceeded) : runs;
  const shown = relevant.slice(0, process.stdout.isTTY ? maxTerminalRows : undefined).sort(compareByDevice);
  const rows = mapText ? shown.map((run) => ({ ...run, reason: run.reason && mapText(run.reason) })) : shown;
  if (rows.length > 0) printTable(rows, columns, '');
  const hidden = relevant.length - shown.length;
  if (hidden > 0)
    printLine(styleOutput('dim', `… and ${hidden.toLocaleString('en')} more. Use --json to list all.`));
  printLine(`${rows.length > 0 ? '\n' : ''}${formatCounts(countByState(runs))}`);
}

function hasNotSucceeded({ state }: Run): boolean {
  return state !== 'succeeded';
}

function compareByDevice(a: Run, b: Run): number {
  return a.deviceName.localeCompare(b.deviceName, undefined, { numeric: true });
}

/** Formats how long a run took. */
export function formatRunDuration({ startedAt, finishedAt }: Run): string {
  return startedAt && finishedAt ? formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)) : '–';
}
