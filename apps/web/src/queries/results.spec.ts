import type { RunEvent, RunResult } from '@drover/sdk';
import { createRun } from '../testing/fixtures';
import { mergeResults, type ResultTableData } from './results';

const ended = (_id: string, fields: Partial<RunEvent['run']> = {}): RunEvent['run'] =>
  createRun({ _id, jobId: 'job', state: 'succeeded', finishedAt: '', hasResult: true, ...fields });
const event = (
  _id: string,
  fields: Partial<RunEvent['run']> = {},
  content: object = { result: _id },
): RunEvent => ({
  ...{ type: 'run', run: ended(_id, fields) },
  ...content,
});
const empty: ResultTableData = { items: [], isPartial: false, lacksResults: false };
const runIds = ({ items }: { items: RunResult[] }) => items.map(({ runId }) => runId);

describe('mergeResults', () => {
  it('adds the results of runs that ended, those of the newest runs first, each once', () => {
    const merged = mergeResults(empty, [event('b'), event('a'), event('c'), event('b')], { jobId: 'job' });
    expect(runIds(merged)).toEqual(['c', 'b', 'a']);
    expect(merged.items[0]).toMatchObject({ state: 'succeeded', value: 'c', problem: null });
    expect(merged.lacksResults).toBe(false);
  });

  it('adds a result that is null', () => {
    expect(mergeResults(empty, [event('a', {}, { result: null })], {}).items).toMatchObject([
      { value: null },
    ]);
  });

  it('updates a known result, also from an event without it', () => {
    const known = mergeResults(empty, [event('a')], {});
    const merged = mergeResults(known, [event('a', { isRetried: true }, {})], {});
    expect(merged.items).toMatchObject([{ value: 'a', isRetried: true }]);
    expect(merged.lacksResults).toBe(false);
  });

  it('says that it lacks a result that is too large for an event', () => {
    expect(mergeResults(empty, [event('a', {}, {})], {})).toEqual({ ...empty, lacksResults: true });
  });

  it.each([
    ['of another job', event('a', { jobId: 'other' })],
    ['of another device', event('a', { deviceId: 'other' })],
    ['of another script', event('a', { scriptId: 'other' })],
    ['that goes on', event('a', { state: 'running' })],
    ['without a result', event('a', { hasResult: false }, {})],
  ])('returns the same data for a run %s', (_name, other) => {
    const { deviceId, scriptId } = createRun();
    const filter = { jobId: 'job', deviceId, scriptId: scriptId ?? '' };
    expect(mergeResults(empty, [other], filter)).toBe(empty);
  });
});
