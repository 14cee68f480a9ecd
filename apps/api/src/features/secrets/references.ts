import { SecretReference, type Vars } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { anyOf } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import { ApiError, invalid } from '../../errors/api-error';

/** JSON text without this marker refers to no secret. */
const marker = '"$secret"';

/** The name of a secret, and the path of the value that refers to it. */
interface Reference {
  path: string[];
  name: string;
}

/** Returns the names of the secrets that an environment refers to. Throws if a reference is malformed. */
export function secretNamesIn(env: Vars): string[] {
  if (!JSON.stringify(env).includes(marker)) return [];
  return [...new Set(referencesIn(env).map(({ name }) => name))];
}

/** Throws if a secret does not exist. The error names the paths of the values that refer to it. */
export async function requireSecrets(
  client: ClientBase | Pool,
  { accountId, vars, env }: { accountId: string; vars: Vars; env: Vars },
  names: string[],
): Promise<void> {
  if (names.length === 0) return;
  const select = db
    .selectFrom('Secret')
    .select('name')
    .where('accountId', '=', accountId)
    .where('name', '=', anyOf(names));
  const rows = await execute(client, prepared(select));
  const known = new Set(rows.map(({ name }) => name));
  const errors = referencesIn(env)
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }) => ({
      path: [Object.hasOwn(vars, path[0] ?? '') ? 'vars' : 'values', ...path].join('.'),
      message: `must be the name of a secret, but the secret ${name} does not exist`,
    }));
  if (errors.length === 0) return;
  const [{ path, message }] = errors;
  throw new ApiError('invalidParameters', { message: `${path}: ${message}.`, errors: errors.slice(0, 100) });
}

function referencesIn(value: unknown, path: string[] = []): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.hasOwn(value, '$secret')) return [{ path, name: nameOf(value, path) }];
  return Object.entries(value).flatMap(([key, part]) => referencesIn(part, [...path, key]));
}

function nameOf(value: object, path: string[]): string {
  const reference = SecretReference.safeParse(value);
  if (reference.success) return reference.data.$secret;
  throw invalid(['vars', ...path].join('.'), 'must be {"$secret": "NAME"}, with the name of a secret');
}

/** Replaces the references in values by the values of the secrets. */
export function fillIn(value: unknown, secrets: Map<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => fillIn(part, secrets));
  const name = (value as { $secret?: unknown }).$secret;
  if (typeof name === 'string') return secrets.get(name);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, secrets)]));
}
