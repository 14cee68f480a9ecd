import { createPatternTester } from './test-patterns';

/** Enough for simple patterns on a busy machine. */
const ampleMs = 10_000;

describe('createPatternTester', () => {
  it('tests patterns with their flags', () => {
    const test = createPatternTester(ampleMs);
    expect([test('^a$', 'i', 'A'), test('^a$', '', 'A'), test('^a$', '', 'a')]).toEqual([true, false, true]);
  });

  it('takes invalid patterns as met', () => {
    expect(createPatternTester()('(', '', 'a')).toBe(true);
  });

  it('ends patterns that take exponential time, and skips what follows', () => {
    const test = createPatternTester();
    expect(test('^(a+)+$', '', `${'a'.repeat(60)}b`)).toBe(true);
    expect(test('^a$', '', 'b')).toBe(true);
    expect(createPatternTester(ampleMs)('^a$', '', 'b')).toBe(false);
  });

  it('limits processor time, not elapsed time', () => {
    let waits = 0;
    const text = {
      toString() {
        if (waits++ === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
        return 'b';
      },
    };
    expect(createPatternTester()('^a$', '', text as unknown as string)).toBe(false);
  });
});
