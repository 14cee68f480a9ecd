import { countBytes, cutToBytes, toStorableJson, toStorableText } from '../src/text';

describe('toStorableText', () => {
  it.each([
    ['a\0b', 'a\uFFFDb'],
    ['\uD800x\uDC00', '\uFFFDx\uFFFD'],
    ['😀你好', '😀你好'],
  ])('converts %j to %j', (text, expected) => {
    expect(toStorableText(text)).toBe(expected);
  });
});

describe('toStorableJson', () => {
  it('converts strings and keys at any depth and leaves other values unchanged', () => {
    expect(toStorableJson({ 'k\0': ['v\0', 1, null, true] })).toEqual({
      'k\uFFFD': ['v\uFFFD', 1, null, true],
    });
  });
});

describe('countBytes', () => {
  it.each(['', 'abc', 'é', '你好', '😀', 'a😀é你\u07FF\u0800\uFFFF'])('counts %j like UTF-8', (text) => {
    expect(countBytes(text)).toBe(Buffer.byteLength(text));
  });
});

describe('cutToBytes', () => {
  it('returns a text that fits', () => {
    expect(cutToBytes('你好', 6, '…')).toBe('你好');
  });

  it.each(['x'.repeat(100), '你'.repeat(100), '😀'.repeat(100), 'é😀你a'.repeat(30)])(
    'cuts %j at a character and appends the marker',
    (text) => {
      for (let limit = 10; limit < 30; limit += 1) {
        const cut = cutToBytes(text, limit, ' …');
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(limit);
        expect(Buffer.byteLength(cut)).toBeGreaterThan(limit - 4);
        expect(text.startsWith(cut.slice(0, -2))).toBe(true);
        expect(cut.endsWith(' …')).toBe(true);
        expect(toStorableText(cut)).toBe(cut);
      }
    },
  );
});
