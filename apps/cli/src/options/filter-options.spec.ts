import { Command } from 'commander';
import { createStateOption, parseTime } from './filter-options';

describe('parseTime', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');

  it.each([
    ['30s', '2026-11-22T11:59:30.000Z'],
    ['2h', '2026-11-22T10:00:00.000Z'],
    ['7d', '2026-11-15T12:00:00.000Z'],
    ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.000Z'],
    ['2026-01-31T08:30:00.250+02:00', '2026-01-31T06:30:00.250Z'],
    ['2026-01-31', new Date(2026, 0, 31).toISOString()],
    ['2026-01-31T08:30', new Date(2026, 0, 31, 8, 30).toISOString()],
  ])('parses %s', (text, time) => expect(parseTime(text, now)).toBe(time));

  it.each(['', '90', '0d', '1w', 'yesterday', '2026', '2026-02-31', '2026-13-01', '2026-01-31T25:00'])(
    'rejects %p',
    (text) => expect(() => parseTime(text, now)).toThrow('It must be a duration'),
  );
});

describe('createStateOption', () => {
  const parse = (states: string) =>
    new Command()
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
      .addOption(createStateOption('Only runs in these states'))
      .parse(['--state', states], { from: 'user' })
      .opts();

  it('parses several states', () => expect(parse('failed,lost')).toEqual({ state: ['failed', 'lost'] }));

  it('rejects other words', () =>
    expect(() => parse('failed,broken')).toThrow("'broken' is not one of queued, running"));
});
