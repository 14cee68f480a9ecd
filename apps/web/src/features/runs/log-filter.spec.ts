import type { LogLevel, LogLine } from '@drover/sdk';
import { emptyFilter, filterLines } from './log-filter';

const line = (seq: number, level: LogLevel, text: string): LogLine => ({
  seq,
  level,
  text,
  at: '2026-01-31T00:00:00.000Z',
});
const lines = [line(1, 'verbose', 'Start'), line(2, 'info', 'Round 1'), line(3, 'error', 'round 2 failed')];
const seqs = (search: string, level: LogLevel) => filterLines(lines, { search, level }).map(({ seq }) => seq);

describe('filterLines', () => {
  it('returns the same array without a filter', () => {
    expect(filterLines(lines, emptyFilter)).toBe(lines);
  });

  it('searches case-insensitively', () => {
    expect(seqs('ROUND', 'verbose')).toEqual([2, 3]);
  });

  it('keeps lines of the minimum level and above', () => {
    expect(seqs('', 'info')).toEqual([2, 3]);
    expect(seqs('round', 'warn')).toEqual([3]);
  });
});
