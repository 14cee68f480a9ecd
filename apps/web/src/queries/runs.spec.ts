import type { Run } from '@drover/sdk';
import { createUpdateTracker } from '../lib/update-tracker';
import { mergeRuns } from './runs';

const run = (_id: string, more: Partial<Run> = {}): Run => ({
  ...{ _id, jobId: 'job', deviceId: 'device', deviceName: 'Device', scriptId: null, state: 'queued' },
  ...{ reason: null, reasonCode: null, exitCode: null, signal: null, createdAt: '', deliverBy: '' },
  ...{ wave: null, attempt: 1, retryOf: null, isRetried: false, isHeld: false, heldUntil: null },
  ...{ progress: null, hasResult: false, failedStep: null, pinned: null },
  ...{ startedAt: null, finishedAt: null },
  ...more,
});
const pageOf = (...items: Run[]) => ({ count: items.length, items });

describe('mergeRuns', () => {
  it('replaces known runs and puts new ones first', () => {
    const changed = [run('a', { state: 'running' }), run('c'), run('d')];
    const merged = mergeRuns(pageOf(run('b'), run('a')), changed, { jobId: 'job' });
    expect(merged.items.map(({ _id, state }) => `${_id} ${state}`)).toEqual([
      ...['d queued', 'c queued', 'b queued', 'a running'],
    ]);
    expect(merged.count).toBe(4);
  });

  it('applies the last of several updates of a run', () => {
    const changed = [run('a', { state: 'running' }), run('a', { state: 'failed' })];
    expect(mergeRuns(pageOf(run('a')), changed, {}).items).toMatchObject([{ state: 'failed' }]);
  });

  it('removes runs that left the states of the filter', () => {
    const changed = [run('a', { state: 'failed' }), run('c'), run('d', { state: 'failed' })];
    const merged = mergeRuns(pageOf(run('b'), run('a')), changed, { state: ['queued', 'running'] });
    expect(merged).toEqual(pageOf(run('c'), run('b')));
  });

  it('returns the same page if no update matches its filter', () => {
    const page = pageOf(run('a'));
    expect(mergeRuns(page, [run('b', { jobId: 'other' })], { jobId: 'job' })).toBe(page);
  });
});

describe('createUpdateTracker', () => {
  it('returns the updates that arrive during the request, and no others', async () => {
    const tracker = createUpdateTracker<number>();
    tracker.record([1]);
    let respond = (_value: string) => undefined as void;
    const request = tracker.trackUpdatesDuring(() => new Promise<string>((resolve) => (respond = resolve)));
    tracker.record([2, 3]);
    respond('read');
    await expect(request).resolves.toEqual(['read', [2, 3]]);
    tracker.record([4]);
    await expect(request).resolves.toEqual(['read', [2, 3]]);
  });
});
