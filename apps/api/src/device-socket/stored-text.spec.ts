import { toStoredText } from './stored-text';

describe('toStoredText', () => {
  it.each([
    ['a text that fits', 'text', 10, 'text'],
    ['a text of exactly so many bytes', 'x'.repeat(10), 10, 'x'.repeat(10)],
    ['a text that is one byte too long', 'x'.repeat(11), 10, 'xxxxxx …'],
    ['a much longer text', 'x'.repeat(100_000), 10, 'xxxxxx …'],
    ['few characters of many bytes', '数'.repeat(4), 10, '数数 …'],
    ['characters of four bytes', '😀'.repeat(4), 10, '😀 …'],
    ['a character of four bytes at the limit', `${'x'.repeat(9)}😀`, 10, 'xxxxxx …'],
    ['NUL and unpaired surrogates', 'a\0b\ud800c', 20, 'a\uFFFDb\uFFFDc'],
    ['NUL beyond the limit', `${'x'.repeat(20)}\0`, 10, 'xxxxxx …'],
  ])('stores %s', (_what, text, maxBytes, stored) => {
    expect(toStoredText(text, maxBytes)).toBe(stored);
    expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(maxBytes);
  });
});
