import type { Run } from './run';

/**
 * Returns the first run that may start now. Runs of one script wait for each other, in order of arrival. An update waits
 * until earlier runs have ended, and later ones wait for it.
 */
export function findReadyRun(runs: Run[], maxRuns: number): Run | undefined {
  const started = runs.filter(({ state }) => state === 'preparing' || state === 'running');
  if (started.length >= maxRuns || started.some(isUpdate)) return undefined;
  const firstUpdate = runs.filter((run) => run.state !== 'ended' && isUpdate(run))[0];
  const busyScripts: Record<string, boolean> = {};
  started.forEach(({ order }) => {
    if (order.scriptId) busyScripts[order.scriptId] = true;
  });
  const earlier = firstUpdate ? runs.slice(0, runs.indexOf(firstUpdate)) : runs;
  const candidates = firstUpdate && earlier.every(hasEnded) ? [firstUpdate] : earlier;
  return candidates.filter(({ state, order: { scriptId } }) => {
    if (state !== 'storing' && state !== 'waiting') return false;
    const isBusy = scriptId !== null && busyScripts[scriptId];
    if (scriptId) busyScripts[scriptId] = true;
    return !isBusy && state === 'waiting';
  })[0];
}

function isUpdate({ order }: Run): boolean {
  return order.isUpdate === true;
}

function hasEnded({ state }: Run): boolean {
  return state === 'ended';
}
