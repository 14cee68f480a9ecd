import type { Run } from '@drover/sdk';
import { countStates, describeCounts, styleOf, wordFor } from './run-states';
import { showSpan } from './seconds';
import { printTable, type Column } from './table';
import { paint, say } from './terminal';

/** Rows beyond which a terminal is shown only what went wrong. */
const fullTableRows = 30;

const columns: Column<Run>[] = [
  { title: 'DEVICE', text: ({ deviceName }) => deviceName, isElastic: true },
  { title: 'STATE', text: ({ state }) => wordFor(state), style: ({ state }) => styleOf(state) },
  { title: 'TOOK', text: took },
  { title: 'EXIT', text: ({ exitCode, signal }) => String(exitCode ?? signal ?? '–') },
  { title: 'RUN', text: ({ _id }) => _id, style: () => 'dim', isDispensable: true },
  { title: 'REASON', text: ({ reason }) => reason ?? '', isElastic: true },
];

/** Prints what became of runs, device by device, and how many ended how. */
export function printRuns(runs: Run[], place?: (text: string) => string): void {
  const told = process.stdout.isTTY && runs.length > fullTableRows ? runs.filter(isNotable) : runs;
  const shown = told.slice(0, process.stdout.isTTY ? fullTableRows : undefined).sort(byDevice);
  const rows = place ? shown.map((run) => ({ ...run, reason: run.reason && place(run.reason) })) : shown;
  if (rows.length > 0) printTable(rows, columns, '');
  const hidden = told.length - shown.length;
  if (hidden > 0) say(paint('dim', `… and ${hidden.toLocaleString('en')} more: --json has all of them`));
  say(`${rows.length > 0 ? '\n' : ''}${describeCounts(countStates(runs))}`);
}

function isNotable({ state }: Run): boolean {
  return state !== 'succeeded';
}

function byDevice(a: Run, b: Run): number {
  return a.deviceName.localeCompare(b.deviceName, undefined, { numeric: true });
}

function took({ startedAt, finishedAt }: Run): string {
  return startedAt && finishedAt ? showSpan(Date.parse(finishedAt) - Date.parse(startedAt)) : '–';
}
