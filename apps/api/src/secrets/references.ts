import { SecretReference, type Vars } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { ApiError, invalid } from '../http/api-error';

/** What stands in a JSON text that may refer to a secret. */
const mark = '"$secret"';

/** A secret that values refer to, and where. */
interface Found {
  path: string[];
  name: string;
}

/** The secrets that an environment refers to, each once. One that is written wrongly fails. */
export function secretNamesIn(env: Vars): string[] {
  if (!JSON.stringify(env).includes(mark)) return [];
  return [...new Set(referencesIn(env).map(({ name }) => name))];
}

/** Fails where one of them is not there, and says where it stands. */
export async function requireSecrets(
  client: ClientBase | Pool,
  { accountId, vars, env }: { accountId: string; vars: Vars; env: Vars },
  names: string[],
): Promise<void> {
  if (names.length === 0) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM "Secret" WHERE "accountId" = $1 AND name = ANY($2)',
    [accountId, names],
  );
  const known = new Set(rows.map(({ name }) => name));
  const errors = referencesIn(env)
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }) => ({
      path: [Object.hasOwn(vars, path[0] ?? '') ? 'vars' : 'values', ...path].join('.'),
      message: `must name a secret: there is no ${name}`,
    }));
  if (errors.length === 0) return;
  const [{ path, message }] = errors;
  throw new ApiError('invalidParameters', { message: `${path}: ${message}.`, errors: errors.slice(0, 100) });
}

function referencesIn(value: unknown, path: string[] = []): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && Object.hasOwn(value, '$secret')) return [{ path, name: nameOf(value, path) }];
  return Object.entries(value).flatMap(([key, part]) => referencesIn(part, [...path, key]));
}

function nameOf(value: object, path: string[]): string {
  const reference = SecretReference.safeParse(value);
  if (reference.success) return reference.data.$secret;
  throw invalid(['vars', ...path].join('.'), 'must be {"$secret": "NAME"}, with the name of a secret');
}

/** The same values with those of secrets in place of what refers to them. */
export function fillIn(value: unknown, secrets: Map<string, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => fillIn(part, secrets));
  const name = (value as { $secret?: unknown }).$secret;
  if (typeof name === 'string') return secrets.get(name);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, secrets)]));
}
