import type { Scope } from '@drover/sdk';

/** What a token may do, from least to most. */
export const scopes: readonly Scope[] = ['read', 'run', 'write', 'admin'];

/** A choice as it counts: `admin` includes the others. */
export function effective(chosen: readonly Scope[]): readonly Scope[] {
  return chosen.includes('admin') ? scopes : chosen;
}
