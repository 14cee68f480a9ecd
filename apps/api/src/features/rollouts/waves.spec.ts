import { failedPercent } from '../../records/rollout-record';
import { stopReason, defaultShares, waveSizes, type Tally } from './waves';

describe('waveSizes', () => {
  it.each<[number, number[], number[]]>([
    [500, defaultShares, [5, 45, 75, 375]],
    [500, [1, 10, 25, 100], [5, 45, 75, 375]],
    [100, [50], [50, 50]],
    [3, defaultShares, [1, 2]],
    [1, defaultShares, [1]],
    [7, [100], [7]],
    [20_000, [1, 2, 3], [200, 200, 200, 19_400]],
  ])('splits %i devices by %j into %j', (devices, shares, sizes) => {
    expect(waveSizes(devices, shares)).toEqual(sizes);
  });
});

interface Case {
  name: string;
  counts: Partial<Tally>;
  limit: number | null;
  reason: string | null;
}

describe('stopReason', () => {
  const tally = { open: 0, succeeded: 0, failed: 0, expired: 0 };

  it.each<Case>([
    { name: 'as many failures as allowed', counts: { succeeded: 4, failed: 1 }, limit: 20, reason: null },
    {
      name: 'one failure more than allowed',
      counts: { succeeded: 3, failed: 2 },
      limit: 20,
      reason: '2 of 5 runs failed, more than 20 %',
    },
    {
      name: 'too many failures so far, but enough open runs',
      counts: { open: 4, failed: 1 },
      limit: 20,
      reason: null,
    },
    {
      name: 'too many failures for any result of the open runs',
      counts: { open: 3, failed: 2 },
      limit: 20,
      reason: '2 of 5 runs failed, more than 20 %',
    },
    {
      name: 'one failure if none is allowed',
      counts: { succeeded: 99, failed: 1 },
      limit: 0,
      reason: '1 of 100 runs failed, more than 0 %',
    },
    { name: 'failures without a limit', counts: { failed: 5 }, limit: null, reason: null },
    {
      name: 'only expired runs',
      counts: { expired: 3 },
      limit: 20,
      reason: 'no device connected in time',
    },
    { name: 'some expired runs', counts: { expired: 3, succeeded: 1 }, limit: 20, reason: null },
    { name: 'only canceled runs', counts: {}, limit: 20, reason: null },
  ])('evaluates $name', ({ counts, limit, reason }) => {
    expect(stopReason({ ...tally, ...counts }, limit)).toBe(reason);
  });
});

describe('failedPercent', () => {
  it('returns one decimal place, or null without results', () => {
    expect(failedPercent({ succeeded: 2, failed: 1 })).toBe(33.3);
    expect(failedPercent({ succeeded: 0, failed: 0 })).toBeNull();
  });
});
