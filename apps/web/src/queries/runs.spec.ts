import type { Run } from '@drover/sdk';
import { createChanges } from '../lib/changes';
import { mergeRuns } from './runs';

const run = (_id: string, more: Partial<Run> = {}): Run => ({
  ...{ _id, jobId: 'job', deviceId: 'device', deviceName: 'Device', scriptId: null, state: 'queued' },
  ...{ reason: null, exitCode: null, signal: null, createdAt: '', deliverBy: '' },
  ...{ wave: null, attempt: 1, retryOf: null, isRetried: false, isHeld: false, heldUntil: null },
  ...{ startedAt: null, finishedAt: null },
  ...more,
});
const pageOf = (...items: Run[]) => ({ count: items.length, items });

describe('mergeRuns', () => {
  it('replaces what is known, and puts what is new first', () => {
    const changed = [run('a', { state: 'running' }), run('c'), run('d')];
    const merged = mergeRuns(pageOf(run('b'), run('a')), changed, { jobId: 'job' });
    expect(merged.items.map(({ _id, state }) => `${_id} ${state}`)).toEqual([
      ...['d queued', 'c queued', 'b queued', 'a running'],
    ]);
    expect(merged.count).toBe(4);
  });

  it('takes the last that was told of a run', () => {
    const changed = [run('a', { state: 'running' }), run('a', { state: 'failed' })];
    expect(mergeRuns(pageOf(run('a')), changed, {}).items).toMatchObject([{ state: 'failed' }]);
  });

  it('leaves a page alone that the changes are not about', () => {
    const page = pageOf(run('a'));
    expect(mergeRuns(page, [run('b', { jobId: 'other' })], { jobId: 'job' })).toBe(page);
  });
});

describe('createChanges', () => {
  it('gives what was told during the reading, and nothing of before and after', async () => {
    const changes = createChanges<number>();
    changes.tell([1]);
    let answer = (_value: string) => undefined as void;
    const reading = changes.during(() => new Promise<string>((resolve) => (answer = resolve)));
    changes.tell([2, 3]);
    answer('read');
    await expect(reading).resolves.toEqual(['read', [2, 3]]);
    changes.tell([4]);
    await expect(reading).resolves.toEqual(['read', [2, 3]]);
  });
});
