import { parseEntryKey, parseStoreValue } from './store-value';

describe('parseStoreValue', () => {
  it.each([
    ['3', 3],
    ['true', true],
    ['null', null],
    ['"3"', '3'],
    ['{"city": ["大理"]}', { city: ['大理'] }],
    ['Good morning', 'Good morning'],
    ['', ''],
    ['3 o’clock', '3 o’clock'],
  ])('parses %j', (text, value) => {
    expect(parseStoreValue(text)).toEqual(value);
  });

  it('keeps a text, even if it is JSON', () => {
    expect(parseStoreValue('3', { isText: true })).toBe('3');
    expect(parseStoreValue('{city', { isText: true })).toBe('{city');
  });

  it.each(['{city: 1}', '[1,', '"open'])('rejects %s', (text) => {
    expect(() => parseStoreValue(text)).toThrow('is not valid JSON');
  });
});

describe('parseEntryKey', () => {
  it('rejects keys that addresses cannot contain', () => {
    expect(parseEntryKey('...')).toBe('...');
    for (const key of ['', '.', '..']) expect(() => parseEntryKey(key)).toThrow('must not be empty');
  });
});
