import { FileReference, LIMITS, type Vars } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { anyOf, now, secondsAgo } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError, invalid } from '../../errors/api-error';

/** JSON text without this marker refers to no input file. */
const marker = '"$file"';

/** Uses within so many seconds are recorded once, because many jobs may use one file. */
const useSeconds = 3600;

/** Returns the SHA-256 of the input files that the variables of an environment are. Throws if one is malformed. */
export function fileHashesIn(env: Vars): string[] {
  if (!JSON.stringify(env).includes(marker)) return [];
  const hashes = new Set(Object.entries(env).flatMap(([name, value]) => hashesOf(value, [name])));
  if (hashes.size <= LIMITS.jobInputFiles) return [...hashes];
  throw invalid('vars', `must name at most ${LIMITS.jobInputFiles} input files`);
}

function hashesOf(value: unknown, path: string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const at = ['vars', ...path].join('.');
  if (!Array.isArray(value) && Object.hasOwn(value, '$file')) {
    if (path.length > 1) throw invalid(at, 'must not be an input file: only a variable itself can be one');
    const reference = FileReference.safeParse(value);
    if (reference.success) return [reference.data.$file];
    throw invalid(at, 'must be {"$file": "<SHA-256>", "name": "<file name>"} of an uploaded input file');
  }
  return Object.entries(value).flatMap(([key, part]) => hashesOf(part, [...path, key]));
}

/** Throws if an input file was not uploaded, or was deleted. Protects the others from being deleted as unused. */
export async function requireFiles(
  client: ClientBase | Pool,
  { accountId, vars, env }: { accountId: string; vars: Vars; env: Vars },
): Promise<void> {
  const hashes = fileHashesIn(env);
  if (hashes.length === 0) return;
  const select = db
    .selectFrom('InputFile')
    .select(['id', 'sha256'])
    .where('accountId', '=', accountId)
    .where('sha256', '=', anyOf(hashes))
    .where('completedAt', 'is not', null);
  const files = await execute(client, select);
  const known = new Set(files.map(({ sha256 }) => sha256));
  const errors = Object.entries(env).flatMap(([name, value]) => {
    const { data } = FileReference.safeParse(value);
    if (!data || known.has(data.$file)) return [];
    const path = `${Object.hasOwn(vars, name) ? 'vars' : 'values'}.${name}`;
    const file = data.name === undefined ? 'this file' : `the file "${data.name}"`;
    return [{ path, message: `${file} was not uploaded, or was deleted. Upload it again` }];
  });
  if (errors.length > 0) {
    throw new ApiError('invalidParameters', { message: `${errors[0].path}: ${errors[0].message}.`, errors });
  }
  await recordUse(client, files.map(({ id }) => id)); // prettier-ignore
}

/** Records that jobs use files. Who locks one of them records its use as well, or deletes it. */
async function recordUse(client: ClientBase | Pool, ids: string[]): Promise<void> {
  const stale = db
    .selectFrom('InputFile')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('usedAt', '<', secondsAgo(useSeconds))
    .forUpdate()
    .skipLocked();
  await execute(client, db.updateTable('InputFile').set({ usedAt: now }).where('id', 'in', stale));
}
