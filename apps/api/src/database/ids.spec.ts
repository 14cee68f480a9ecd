import { newId } from './ids';

describe('newId', () => {
  it('returns 24 lower-case hex characters', () => {
    expect(newId()).toMatch(/^[0-9a-f]{24}$/);
  });

  it('returns IDs that sort by age', () => {
    const ids = Array.from({ length: 1000 }, newId);

    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1000);
  });
});
