import { LIMITS } from '@drover/contract/limits';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const schema = readFileSync(join(__dirname, '../../prisma/schema.prisma'), 'utf8');
const bounded = [...schema.matchAll(/^ {2}(\w+).*@db\.VarChar\((\d+)\)(?:.*\/\/\/ LIMITS\.(\w+))?/gm)];
const limits: Record<string, number> = LIMITS;

describe('schema.prisma', () => {
  it.each(bounded.map(([, column, length, limit]) => ({ column, length: Number(length), limit })))(
    'bounds $column by LIMITS.$limit',
    ({ length, limit }) => {
      expect(length).toBe(limits[limit ?? '']);
    },
  );

  it('has columns with limits', () => {
    expect(bounded.length).toBeGreaterThan(10);
  });
});
