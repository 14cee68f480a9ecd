import { BUDGET } from '@drover/contract/budget';
import { limitFairly } from './limit-fairly';

const budgets = [BUDGET.artifactUploadsAtOnce, BUDGET.storeCallsAtOnce, BUDGET.directoryRequestsAtOnce];

it.each(budgets)('runs $max tasks at the same time, and owners take turns', async ({ max }) => {
  const limit = limitFairly(max);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const start = (owner: string) =>
    limit(owner, () => {
      started.push(owner);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const tasks = [...Array.from({ length: max + 2 }, () => start('a')), start('b')];
  expect(started).toHaveLength(max);
  for (let ended = 0; ended < 3; ended += 1) {
    ends[ended]();
    await tasks[ended];
  }
  expect(started.slice(max)).toEqual(['a', 'b', 'a']);
  ends.slice(3).forEach((end) => end());
  await Promise.all(tasks);
});

it('goes on after a task that fails', async () => {
  const limit = limitFairly(1);
  await expect(limit('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await limit('a', () => Promise.resolve(1))).toBe(1);
});
