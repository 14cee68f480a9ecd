import type { Scope } from '@drover/sdk';

/** Scopes of a token, in ascending order. */
export const scopes: readonly Scope[] = ['read', 'run', 'write', 'admin'];

/** Returns the effective scopes: `admin` includes all others. */
export function getEffectiveScopes(chosen: readonly Scope[]): readonly Scope[] {
  return chosen.includes('admin') ? scopes : chosen;
}
