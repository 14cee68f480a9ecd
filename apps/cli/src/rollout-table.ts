import type { Rollout, Wave } from '@drover/sdk';
import { describeCounts } from './run-states';
import { printTable, type Column } from './table';
import { say } from './terminal';

const columns: Column<Wave>[] = [
  { title: 'WAVE', text: ({ n }) => String(n) },
  { title: 'DEVICES', text: ({ devices }) => String(devices) },
  {
    title: 'STATE',
    text: ({ state }) => state,
    style: ({ state }) => (({ passed: 'green', failed: 'red', running: 'cyan' }) as const)[state as 'passed'],
  },
  { title: 'RUNS', text: ({ counts }) => describeCounts(counts), isElastic: true },
  { title: 'REASON', text: ({ reason }) => reason ?? '', isElastic: true },
];

/** How far a roll-out has come, wave by wave. */
export function printRollout({ state, reason, released, devices, waves }: Rollout): void {
  const why = reason === null ? '' : `: ${reason}`;
  say(`The roll-out is ${state}${why}. ${released} of ${devices} devices had their turn.\n`);
  if (waves.length === 0) return;
  printTable(waves, columns, '');
  say();
}
