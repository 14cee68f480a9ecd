import { formatRate, successRate } from './success-rate';

const none: Parameters<typeof successRate>[0] = {
  ...{ queued: 0, running: 0, stopping: 0, succeeded: 0, failed: 0, timed_out: 0 },
  ...{ stopped: 0, canceled: 0, expired: 0, rejected: 0, lost: 0 },
};

describe('successRate', () => {
  it('compares succeeded runs with those that failed by themselves', () => {
    expect(successRate({ ...none, succeeded: 3, timed_out: 1, canceled: 9, expired: 2 })).toBe(0.75);
  });

  it('is unknown without ended runs', () => {
    expect(successRate({ ...none, queued: 4 })).toBeNull();
    expect(formatRate(null, 'en')).toBe('–');
  });

  it('is 100% only if no run failed', () => {
    expect(formatRate(0.9999, 'en')).toBe('99.9%');
    expect(formatRate(1, 'en')).toBe('100%');
  });
});
