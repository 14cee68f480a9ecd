import { toStoredText } from './stored-text';

describe('toStoredText', () => {
  it.each([
    { what: 'a text that fits', text: 'text', stored: 'text' },
    { what: 'a text of exactly so many bytes', text: 'x'.repeat(10), stored: 'x'.repeat(10) },
    { what: 'a text that is one byte too long', text: 'x'.repeat(11), stored: 'xxxxxx …' },
    { what: 'a much longer text', text: 'x'.repeat(100_000), stored: 'xxxxxx …' },
    { what: 'few characters of many bytes', text: '数'.repeat(4), stored: '数数 …' },
    { what: 'characters of four bytes', text: '😀'.repeat(4), stored: '😀 …' },
    { what: 'a character of four bytes at the limit', text: `${'x'.repeat(9)}😀`, stored: 'xxxxxx …' },
    { what: 'NUL and unpaired surrogates', text: 'a\0b\ud800', stored: 'a\uFFFDb\uFFFD' },
    { what: 'NUL beyond the limit', text: `${'x'.repeat(20)}\0`, stored: 'xxxxxx …' },
  ])('stores $what', ({ text, stored }) => {
    expect(toStoredText(text, 10)).toBe(stored);
    expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(10);
  });
});
