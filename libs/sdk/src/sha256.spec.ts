import { createHash } from 'node:crypto';
import { Sha256 } from './sha256';

describe('Sha256', () => {
  it.each([0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 1000, 70_000])('hashes %d bytes like OpenSSL', (size) => {
    const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7 + (index >> 8)) % 256);
    const hash = new Sha256();
    for (let start = 0; start < size; start += 37) hash.update(bytes.subarray(start, start + 37));
    expect(hash.digest()).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
