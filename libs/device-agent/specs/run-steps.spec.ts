import type { LinkLogLine } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import { RunSteps } from '../src/run-steps';

let lines: Omit<LinkLogLine, 'seq'>[];
let steps: RunSteps;
beforeEach(() => {
  lines = [];
  steps = new RunSteps((line) => lines.push(line));
});

const start = (key: string, parent?: string, name = key) =>
  steps.handle({ state: 'started', key, at: 1000, parent, name });

describe('the steps of a run', () => {
  it('ignore ends of unknown steps and second ends', () => {
    steps.handle({ state: 'succeeded', key: 'unknown', at: 1000 });
    start('a');
    steps.handle({ state: 'succeeded', key: 'a', at: 1500 });
    steps.handle({ state: 'failed', key: 'a', at: 1600 });
    expect(lines.map(({ text }) => text)).toEqual(['a', 'a: succeeded after 500 ms']);
    expect(steps.endAll('failed')).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString'])('accept the key %s, known or not', (key) => {
    steps.handle({ state: 'fatal', key, at: 1000 });
    start('within', key);
    expect(steps.endAll('failed')).toBeUndefined();
    start(key);
    start('inner', key);
    expect(lines.map(({ step }) => step?.parentId)).toEqual([null, 1]);
    expect(steps.endAll('failed')).toBe(`${key} › inner`);
  });

  it('have no negative durations if the clock was set back', () => {
    start('a');
    steps.handle({ state: 'succeeded', key: 'a', at: 10 });
    expect(lines[1].step?.durationMs).toBe(0);
  });

  it('end innermost first when the run ends', () => {
    start('a');
    start('b', 'a');
    expect(steps.endAll('stopped')).toBeUndefined();
    expect(lines.slice(2).map(({ step }) => `${step?.id} ${step?.state}`)).toEqual([
      '2 stopped',
      '1 stopped',
    ]);
  });

  it('name a path that is not too long', () => {
    const names = Array.from({ length: LIMITS.stepDepth }, (_, n) => `${n}`.repeat(LIMITS.stepNameChars));
    names.forEach((name, n) => start(name, names[n - 1]));
    const path = steps.endAll('timed_out') ?? '';
    expect(path.split(' › ')).toEqual(names);
    expect(path.length).toBeLessThanOrEqual(LIMITS.stepPathChars);
  });
});
