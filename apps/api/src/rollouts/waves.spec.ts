import { failedPercent, objection, usualShares, waveSizes, type Tally } from './waves';

describe('the waves of a roll-out', () => {
  it.each<[number, number[], number[]]>([
    [500, usualShares, [5, 45, 75, 375]],
    [500, [1, 10, 25, 100], [5, 45, 75, 375]],
    [100, [50], [50, 50]],
    [3, usualShares, [1, 2]],
    [1, usualShares, [1]],
    [7, [100], [7]],
    [20_000, [1, 2, 3], [200, 200, 200, 19_400]],
  ])('of %i devices by %j are %j', (devices, shares, sizes) => {
    expect(waveSizes(devices, shares)).toEqual(sizes);
  });
});

interface Case {
  which: string;
  counts: Partial<Tally>;
  limit: number | null;
  reason: string | null;
}

describe('a wave', () => {
  const tally = { open: 0, succeeded: 0, failed: 0, expired: 0 };

  it.each<Case>([
    { which: 'as many as may', counts: { succeeded: 4, failed: 1 }, limit: 20, reason: null },
    {
      which: 'one more than may',
      counts: { succeeded: 3, failed: 2 },
      limit: 20,
      reason: '2 of 5 runs failed, more than 20 %',
    },
    { which: 'that may still turn out well', counts: { open: 4, failed: 1 }, limit: 20, reason: null },
    {
      which: 'that cannot any more',
      counts: { open: 3, failed: 2 },
      limit: 20,
      reason: '2 of 5 runs failed, more than 20 %',
    },
    {
      which: 'any at all',
      counts: { succeeded: 99, failed: 1 },
      limit: 0,
      reason: '1 of 100 runs failed, more than 0 %',
    },
    { which: 'without a limit', counts: { failed: 5 }, limit: null, reason: null },
    {
      which: 'that was not reached',
      counts: { expired: 3 },
      limit: 20,
      reason: 'no device was reached in time',
    },
    { which: 'partly reached', counts: { expired: 3, succeeded: 1 }, limit: 20, reason: null },
    { which: 'that was canceled', counts: {}, limit: 20, reason: null },
  ])('of which failed $which', ({ counts, limit, reason }) => {
    expect(objection({ ...tally, ...counts }, limit)).toBe(reason);
  });

  it('tells the share of its results', () => {
    expect(failedPercent({ succeeded: 2, failed: 1 })).toBe(33.3);
    expect(failedPercent({ succeeded: 0, failed: 0 })).toBeNull();
  });
});
