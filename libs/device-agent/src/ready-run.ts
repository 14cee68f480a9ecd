import type { Run } from './run';

/** Returns the first run that may start now. Runs of one script wait for each other, in order of arrival. */
export function findReadyRun(runs: Run[], maxRuns: number): Run | undefined {
  const started = runs.filter(({ state }) => state === 'preparing' || state === 'running');
  if (started.length >= maxRuns) return undefined;
  const busyScripts: Record<string, boolean> = {};
  started.forEach(({ order }) => {
    if (order.scriptId) busyScripts[order.scriptId] = true;
  });
  return runs.filter(({ state, order: { scriptId } }) => {
    if (state !== 'storing' && state !== 'waiting') return false;
    const isBusy = scriptId !== null && busyScripts[scriptId];
    if (scriptId) busyScripts[scriptId] = true;
    return !isBusy && state === 'waiting';
  })[0];
}
