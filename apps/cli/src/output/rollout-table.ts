import type { Rollout, Wave } from '@drover/sdk';
import { formatCounts } from './run-states';
import { type Column, printTable } from './table';
import { printLine } from './terminal';

const columns: Column<Wave>[] = [
  { title: 'WAVE', text: ({ n }) => String(n) },
  { title: 'DEVICES', text: ({ devices }) => String(devices) },
  {
    title: 'STATE',
    text: ({ state }) => state,
    style: ({ state }) => (({ passed: 'green', failed: 'red', running: 'cyan' }) as const)[state as 'passed'],
  },
  { title: 'RUNS', text: ({ counts }) => formatCounts(counts), canShrink: true },
  { title: 'REASON', text: ({ reason }) => reason ?? '', canShrink: true },
];

/** Prints the progress of a rollout, wave by wave. */
export function printRollout({ state, reason, released, devices, waves }: Rollout): void {
  const cause = reason === null ? '' : `: ${reason}`;
  printLine(`Rollout ${state}${cause}. Released to ${released} of ${devices} devices.\n`);
  if (waves.length === 0) return;
  printTable(waves, columns, '');
  printLine();
}
