import { formatBytes } from './bytes';

describe('formatBytes', () => {
  it.each([
    [0, 'en', '0 bytes'],
    [1, 'en', '1 byte'],
    [229, 'en', '229 bytes'],
    [1234, 'en', '1.2 kB'],
    [3_000_000, 'en', '3 MB'],
    [229, 'zh', '229字节'],
    [1234, 'zh', '1.2 kB'],
  ])('formats %d in %s as %s', (size, language, text) => {
    expect(formatBytes(size, language)).toBe(text);
  });
});
