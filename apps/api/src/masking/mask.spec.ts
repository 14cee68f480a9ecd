import { finish, maskWith } from '../testing/masks';
import { createMask, maskJson } from './mask';

const value = 'S3cr&t "wört" +/=';
const mask = maskWith([value, 'first line\nsecond line\nab']);

describe('createMask', () => {
  it.each([
    ['as plain text', value],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['in a URL', encodeURIComponent(value)],
    ['in a form', new URLSearchParams({ v: value }).toString().slice(2).replaceAll('%22', '%22')],
    ['in hex', Buffer.from(value).toString('hex')],
    ['line by line', 'second line'],
  ])('hides a value %s', (_how, written) => {
    expect(mask(`before ${written} after ${written}`)).toBe('before *** after ***');
  });

  it.each(['', 'u', 'us', 'user:', 'a longer user:'])('hides a value in base64 after "%s"', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const written = Buffer.from(`${before}${value}; and more`).toString(encoding);
      const inner = Buffer.from(mask(written).split('***').join(''), encoding).toString();
      expect(mask(written)).toContain('***');
      expect(inner).not.toContain('cr&t');
    }
  });

  it('does not change other texts, including short lines of a value', () => {
    const text = 'first, second, ab, S3cr, tiny';
    expect(mask(text)).toBe(text);
  });

  it('hides the longer value first if it contains another value', () => {
    expect(maskWith(['pass', 'password'])('password, pass')).toBe('***, ***');
  });

  it('escapes regular expressions in values', () => {
    expect(maskWith(['a.*b[$^'])('a.*b[$^ axxb')).toBe('*** axxb');
  });

  it('hides values in the texts, names and numbers of JSON', () => {
    const hide = finish(createMask(['123456', 'hunter22']));
    expect(finish(maskJson({ hunter22: [123456, 'x hunter22', true, null, 7] }, hide))).toEqual({
      '***': ['***', 'x ***', true, null, 7],
    });
  });
});
