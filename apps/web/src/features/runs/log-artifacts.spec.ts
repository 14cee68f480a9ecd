import type { Artifact, LogLine } from '@drover/sdk';
import { placeArtifacts } from './log-artifacts';

const line = (seq: number): LogLine => ({
  seq,
  at: `2026-01-31T08:00:0${seq}.000Z`,
  level: 'info',
  text: '',
});
const artifact = (name: string, at: string) => ({ name, savedAt: `2026-01-31T08:00:0${at}Z` }) as Artifact;
const place = (lines: LogLine[], artifacts: Artifact[], hasLater = false) =>
  [...placeArtifacts(lines, artifacts, { hasLater })].map(([seq, placed]) => [
    seq,
    ...placed.map(({ name }) => name),
  ]);

describe('placeArtifacts', () => {
  const lines = [1, 2, 3].map(line);

  it('places each artifact below the last line before it, the oldest first', () => {
    const artifacts = [artifact('c', '2.900'), artifact('b', '2.000'), artifact('a', '1.500')];
    expect(place(lines, artifacts)).toEqual([
      [1, 'a'],
      [2, 'b', 'c'],
    ]);
  });

  it('places artifacts saved before the first line at it, and those saved after the last line at that one', () => {
    expect(place(lines, [artifact('a', '0.100'), artifact('b', '9.000')])).toEqual([
      [1, 'a'],
      [3, 'b'],
    ]);
  });

  it('leaves out artifacts of lines that are not loaded', () => {
    expect(place(lines.slice(1), [artifact('a', '1.500')])).toEqual([]);
    expect(place(lines, [artifact('a', '3.500')], true)).toEqual([]);
    expect(place([], [artifact('a', '1.500')])).toEqual([]);
  });

  it('places artifacts of hidden lines below the previous visible line', () => {
    expect(place([line(1), line(3)], [artifact('a', '2.500')])).toEqual([[1, 'a']]);
  });
});
