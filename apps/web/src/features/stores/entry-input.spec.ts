import { LIMITS } from '@drover/contract/limits';
import { changeFormat, findProblem, isKey, readValue, secondsUntilExpiry, toInput } from './entry-input';

describe('the input of a value', () => {
  it.each([['大理'], [''], [3], [null], [{ a: [true] }]])('stands for %j', (value) => {
    const input = toInput(value);
    expect(findProblem(input)).toBeUndefined();
    expect(readValue(input)).toEqual(value);
  });

  it('changes its format', () => {
    expect(changeFormat({ format: 'text', text: 'a "b"' }, 'json').text).toBe(String.raw`"a \"b\""`);
    expect(changeFormat({ format: 'json', text: '"a"' }, 'text').text).toBe('a');
    expect(changeFormat({ format: 'json', text: '{"a": 1}' }, 'text').text).toBe('{"a": 1}');
    expect(changeFormat({ format: 'text', text: '' }, 'json').text).toBe('');
  });

  it('has a problem', () => {
    expect(findProblem({ format: 'json', text: '{a}' })).toBe('notJson');
    expect(findProblem({ format: 'json', text: '' })).toBe('notJson');
    const largest = LIMITS.storeValueBytes - 2;
    expect(findProblem({ format: 'text', text: 'x'.repeat(largest) })).toBeUndefined();
    expect(findProblem({ format: 'text', text: 'x'.repeat(largest + 1) })).toBe('tooLarge');
  });
});

it('limits keys', () => {
  expect(['a', '锁 1', '…', 'k'.repeat(LIMITS.storeKeyChars)].filter((key) => !isKey(key))).toEqual([]);
  expect(['', '.', '..', 'k'.repeat(LIMITS.storeKeyChars + 1)].filter(isKey)).toEqual([]);
});

it('returns the seconds until an entry ends', () => {
  const entry = { key: 'a', value: 1, version: 1, updatedAt: '2026-01-01T00:00:00.000Z' };
  const at = (expiresAt: string | null) =>
    secondsUntilExpiry({ ...entry, expiresAt }, Date.parse('2026-01-01T00:00:00Z'));
  expect([at('2026-01-01T00:01:00.000Z'), at('2025-01-01T00:00:00.000Z'), at(null)]).toEqual([
    60,
    1,
    undefined,
  ]);
});
