import type { LogLevel, LogLine } from '@drover/sdk';
import { chooseLines, wholeLog } from './log-filter';

const line = (seq: number, level: LogLevel, text: string): LogLine => ({
  seq,
  level,
  text,
  at: '2026-01-31T00:00:00.000Z',
});
const lines = [line(1, 'verbose', 'Start'), line(2, 'info', 'Round 1'), line(3, 'error', 'round 2 failed')];
const seqs = (search: string, level: LogLevel) => chooseLines(lines, { search, level }).map(({ seq }) => seq);

describe('chooseLines', () => {
  it('hands on the log itself where nothing is filtered', () => {
    expect(chooseLines(lines, wholeLog)).toBe(lines);
  });

  it('finds text without regard to case', () => {
    expect(seqs('ROUND', 'verbose')).toEqual([2, 3]);
  });

  it('keeps a level and what is heavier', () => {
    expect(seqs('', 'info')).toEqual([2, 3]);
    expect(seqs('round', 'warn')).toEqual([3]);
  });
});
