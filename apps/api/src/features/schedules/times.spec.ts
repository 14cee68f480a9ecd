import { nextTimes, timesOf } from './times';

const none = { cron: null, timeZone: null, at: null, everyMinutes: null, anchorAt: new Date(0) };

/** Returns the next times of a cron expression in a zone after a moment, without seconds. */
function timesOfCron(cron: string, place: string, count = 3): string[] {
  const [timeZone = '', after = ''] = place.split(' ');
  const times = nextTimes(timesOf({ ...none, cron, timeZone }), new Date(after), count);
  return times.map((time) => time.toISOString().replace(':00.000Z', 'Z'));
}

describe('timesOf a cron expression', () => {
  it.each([
    ['0 9 * * 1-5', 'Asia/Shanghai 2026-11-20T00:00Z', ['2026-11-20T01:00Z', '2026-11-23T01:00Z']],
    ['0 9 * * MON-FRI', 'UTC 2026-11-20T10:00Z', ['2026-11-23T09:00Z', '2026-11-24T09:00Z']],
    ['0 0 29 2 *', 'UTC 2026-11-20T00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['0 0 L * *', 'UTC 2026-11-20T00:00Z', ['2026-11-30T00:00Z', '2026-12-31T00:00Z']],
    ['*/20 * * * *', 'Asia/Kathmandu 2026-11-20T00:00Z', ['2026-11-20T00:15Z', '2026-11-20T00:35Z']],
    ['@daily', 'Asia/Kolkata 2026-11-20T00:00Z', ['2026-11-20T18:30Z', '2026-11-21T18:30Z']],
    ['30 2 * * *', 'Asia/Tokyo 2026-03-28T00:00Z', ['2026-03-28T17:30Z', '2026-03-29T17:30Z']],
  ])('%s in %s', (cron, place, expected) => {
    expect(timesOfCron(cron, place, expected.length)).toEqual(expected);
  });

  it('returns only times after the given moment', () => {
    expect(timesOfCron('0 9 * * *', 'UTC 2026-11-20T09:00:00.000Z', 1)).toEqual(['2026-11-21T09:00Z']);
    expect(timesOfCron('0 9 * * *', 'UTC 2026-11-20T08:59:59.999Z', 1)).toEqual(['2026-11-20T09:00Z']);
  });

  it.each(['0 0 30 2 *', '0 0 31 4,6 *'])('%s is never due', (cron) => {
    expect(timesOfCron(cron, 'UTC 2026-11-20T00:00Z')).toEqual([]);
  });
});

describe('a local time that does not exist in spring', () => {
  it.each([
    // [expression, zone and start, times]: at the change, and on the next day as usual.
    ['30 2 * * *', 'Europe/Berlin 2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['0,30 2 * * *', 'Europe/Berlin 2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:00Z']],
    ['30 2,4 * * *', 'Europe/Berlin 2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2026-03-29T02:30Z']],
    ['30 2 29 3 *', 'Europe/Berlin 2026-03-28T12:00Z', ['2026-03-29T01:00Z', '2027-03-29T00:30Z']],
    ['30 2 * * *', 'America/New_York 2026-03-07T12:00Z', ['2026-03-08T07:00Z', '2026-03-09T06:30Z']],
    ['30 2 * * *', 'Australia/Sydney 2026-10-03T00:00Z', ['2026-10-03T16:00Z', '2026-10-04T15:30Z']],
    ['15 2 * * *', 'Australia/Lord_Howe 2026-10-03T00:00Z', ['2026-10-03T15:30Z', '2026-10-04T15:15Z']],
    ['30 0 * * *', 'Africa/Cairo 2026-04-23T12:00Z', ['2026-04-23T22:00Z', '2026-04-24T21:30Z']],
  ])('%s in %s is due once, at the change', (cron, place, expected) => {
    expect(timesOfCron(cron, place, expected.length)).toEqual(expected);
  });
});

describe('a local time that occurs twice in autumn', () => {
  it.each([
    ['30 2 * * *', 'Europe/Berlin 2026-10-24T12:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
    [
      '0,30 2 * * *',
      'Europe/Berlin 2026-10-24T12:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-26T01:00Z'],
    ],
    ['30 1 * * *', 'America/New_York 2026-10-31T12:00Z', ['2026-11-01T05:30Z', '2026-11-02T06:30Z']],
    ['30 2 * * *', 'Australia/Sydney 2026-04-04T00:00Z', ['2026-04-04T15:30Z', '2026-04-05T16:30Z']],
    ['45 1 * * *', 'Australia/Lord_Howe 2026-04-04T00:00Z', ['2026-04-04T14:45Z', '2026-04-05T15:15Z']],
  ])('%s in %s is due once', (cron, place, expected) => {
    expect(timesOfCron(cron, place, expected.length)).toEqual(expected);
  });

  it('is not due again for a moment between the two', () => {
    expect(timesOfCron('30 2 * * *', 'Europe/Berlin 2026-10-25T01:10Z', 1)).toEqual(['2026-10-26T01:30Z']);
  });
});

describe('an hourly expression', () => {
  it.each([
    ['0 * * * *', 'America/New_York 2026-03-08T05:30Z'],
    ['0 * * * *', 'America/New_York 2026-11-01T03:30Z'],
    ['*/30 * * * *', 'Europe/Berlin 2026-10-24T22:45Z'],
    ['*/30 * * * *', 'Europe/Berlin 2026-03-28T22:45Z'],
  ])('%s in %s has even intervals across the change', (cron, place) => {
    const [zone = '', after = ''] = place.split(' ');
    const times = nextTimes(timesOf({ ...none, cron, timeZone: zone }), new Date(after), 9);
    const distances = times.slice(1).map((time, index) => time.getTime() - Number(times[index]));
    expect(new Set(distances).size).toBe(1);
  });
});

describe('timesOf', () => {
  it('returns a single time once', () => {
    const at = new Date('2027-01-01T00:00:00.000Z');
    const nextAfter = timesOf({ ...none, at });
    expect(nextTimes(nextAfter, new Date('2026-12-31T00:00Z'))).toEqual([at]);
    expect(nextTimes(nextAfter, at)).toEqual([]);
  });

  it('returns intervals from the anchor', () => {
    const nextAfter = timesOf({ ...none, everyMinutes: 7, anchorAt: new Date('2026-11-20T10:00Z') });
    const times = nextTimes(nextAfter, new Date('2026-11-20T10:00:30Z'), 2);
    expect(times).toEqual([new Date('2026-11-20T10:07Z'), new Date('2026-11-20T10:14Z')]);
    expect(nextAfter(new Date('2026-11-20T10:07Z'))).toEqual(new Date('2026-11-20T10:14Z'));
    expect(nextAfter(new Date('2026-11-20T09:00Z'))).toEqual(new Date('2026-11-20T10:07Z'));
  });
});
