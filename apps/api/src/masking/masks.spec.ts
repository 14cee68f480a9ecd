import { LIMITS } from '@drover/contract';
import { finish, maskWith } from '../testing/masks';
import { Turns } from '../tasks/turns';
import { Masks } from './masks';

/** Letters in no order, so that every part of a value differs from the others. */
function createValue(length: number, seed: number): string {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  return Array.from({ length }, () => String.fromCharCode(33 + (next() % 90))).join('');
}

describe('createMask', () => {
  it('masks the longest value and its encoded forms', () => {
    const value = createValue(LIMITS.secretValueCharsMax, 11);
    const mask = maskWith([value]);
    expect(mask(`it is ${value}.`)).toBe('it is ***.');
    expect(mask(`it is ${Buffer.from(value).toString('hex')}.`)).toBe('it is ***.');
    expect(mask('it is harmless')).toBe('it is harmless');
  });

  it('masks what is left of a long value after a line was cut', () => {
    const value = createValue(1000, 12);
    expect(maskWith([value])(value.slice(0, 960))).toBe('***');
  });
});

/** Masks a text with the values of a run. */
async function applyMask(masks: Masks, runId: string, text: string): Promise<string | undefined> {
  const mask = await masks.maskOf(runId, 'account');
  return mask && finish(mask(text));
}

describe('Masks', () => {
  const turns = new Turns(
    { isBusy: false },
    { count: () => undefined, start: (_owner, _ms, work) => work() },
  );
  const values = (seed: number) => [createValue(40, seed), createValue(50, seed + 1)];

  it('creates one mask for all runs with the same values', () => {
    const masks = new Masks(turns);
    masks.add('run 1', values(1));
    masks.add('run 2', values(1).reverse());
    masks.add('run 3', values(3));
    expect(masks.maskOf('run 1', 'account')).toBe(masks.maskOf('run 2', 'account'));
    expect(masks.maskOf('run 3', 'account')).not.toBe(masks.maskOf('run 1', 'account'));
  });

  it('masks the former and the new values of a run that is sent again', async () => {
    const masks = new Masks(turns);
    masks.add('run', ['former value']);
    masks.add('run', ['new value']);
    expect(await applyMask(masks, 'run', 'former value, new value')).toBe('***, ***');
  });

  it('forgets the values that were not used for longest', () => {
    const masks = new Masks(turns, { maxRuns: 10, maxChars: 200 });
    masks.add('run 1', values(1));
    masks.add('run 2', values(2));
    expect(masks.maskOf('run 1', 'account')).toBeDefined();
    masks.add('run 3', values(3));
    expect(masks.maskOf('run 2', 'account')).toBeUndefined();
    expect(masks.has('run 2')).toBe(true);
    expect(masks.maskOf('run 1', 'account')).toBeDefined();
  });

  it('does not mask with some of the values of a run whose former values were forgotten', async () => {
    const masks = new Masks(turns, { maxRuns: 10, maxChars: 100 });
    masks.add('run 1', values(1));
    masks.add('run 2', values(2));
    masks.add('run 1', ['new value']);
    expect(masks.maskOf('run 1', 'account')).toBeUndefined();
    masks.restore('run 1', ['former value', 'new value']);
    expect(await applyMask(masks, 'run 1', 'former value, new value')).toBe('***, ***');
  });

  it('creates the masks of 40 runs with the most text that secrets may have', async () => {
    const masks = new Masks(turns);
    const largest = Array.from({ length: 30 }, (_, index) => createValue(8000, 100 + index));
    const started = process.cpuUsage();
    for (let run = 0; run < 40; run += 1) {
      masks.add(`run ${run}`, [...largest]);
      expect(await applyMask(masks, `run ${run}`, 'harmless')).toBe('harmless');
    }
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});
