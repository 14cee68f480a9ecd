import { parseDuration } from './option-values';

describe('parseDuration', () => {
  it.each([
    ['90', 90],
    ['30s', 30],
    ['5m', 300],
    ['2h', 7200],
    ['7d', 604_800],
  ])('parses %s as %i seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(['', '0', '-1', '1.5h', '5 m', 'soon', '1w'])('rejects %p', (text) => {
    expect(() => parseDuration(text)).toThrow('30s');
  });
});
