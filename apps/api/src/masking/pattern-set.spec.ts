import { finish } from '../testing/masks';
import { PatternSet } from './pattern-set';

const replace = (patterns: string[], text: string, replacement = '***') =>
  finish(finish(PatternSet.create(patterns)).replace(text, replacement));

describe('PatternSet', () => {
  it('replaces patterns at the beginning, in the middle and at the end', () => {
    expect(replace(['abcd', 'wxyz1'], 'abcd-wxyz1-abcd')).toBe('***-***-***');
    expect(replace(['abcd'], 'abcd')).toBe('***');
    expect(replace(['abcd'], 'abc')).toBe('abc');
    expect(replace(['abcd'], '')).toBe('');
    expect(replace([''], 'abc')).toBe('abc');
  });

  it('replaces patterns that overlap, touch or contain each other once', () => {
    expect(replace(['abcd', 'cdef'], '.abcdef.')).toBe('.***.');
    expect(replace(['abcd', 'efgh'], '.abcdefgh.')).toBe('.***.');
    expect(replace(['abcdefgh', 'cdef'], '.abcdefgh.cdef.')).toBe('.***.***.');
    expect(replace(['aaaa'], 'aaa aaaaaaaaa aaa')).toBe('aaa *** aaa');
  });

  it('finds characters that regular expressions would interpret', () => {
    expect(replace(['a.*b[$^'], 'a.*b[$^ axxb')).toBe('*** axxb');
  });

  it.each([31, 32, 33, 63, 64, 65, 100, 16_384])(
    'replaces a pattern of %i characters as a whole',
    (length) => {
      const pattern = Array.from({ length }, (_, index) => String.fromCharCode(33 + ((index * 7) % 90))).join(
        '',
      );
      expect(replace([pattern], `<${pattern}> <${pattern}>`)).toBe('<***> <***>');
    },
  );

  it('agrees with a plain search on random texts', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const letters = (length: number) => Array.from({ length }, () => 'abc'[random(3)]).join('');
    for (let round = 0; round < 300; round += 1) {
      const patterns = Array.from({ length: 1 + random(5) }, () => letters(1 + random(6)));
      // Some texts are searched in several steps.
      const text = letters(random(round % 10 === 0 ? 10_000 : 60));
      const isCovered = Array.from(text, () => false);
      for (const pattern of patterns) {
        for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) {
          isCovered.fill(true, at, at + pattern.length);
        }
      }
      const expected = Array.from(text, (char, index) => (isCovered[index] ? '*' : char)).join('');
      expect(replace(patterns, text, '*')).toBe(expected.replace(/\*+/g, '*'));
    }
  });
});
