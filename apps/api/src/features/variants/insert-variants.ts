import type { Vars } from '@drover/contract';
import type { PoolClient } from 'pg';
import { sql, type RawBuilder } from 'kysely';
import { textArray } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { fileHashesIn, requireFiles } from '../input-files/references';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { UsedVariant } from './variant';

interface VariedJob {
  jobId: string;
  accountId: string;
  vars: Vars;
}

/**
 * Stores the variants that devices of a job get. The job then names the secrets and the input files of all of them, so
 * that values are masked in every log, and files are kept.
 */
export async function insertVariants(
  client: PoolClient,
  { jobId, accountId, vars }: VariedJob,
  used: UsedVariant[],
): Promise<void> {
  if (used.length === 0) return;
  for (const { env } of used) {
    await requireSecrets(client, { accountId, vars, env }, secretNamesIn(env));
    await requireFiles(client, { accountId, vars, env });
  }
  const rows = used.map(({ number, ref, revision, codeSha256, schemaSha256, env }) => ({
    ...{ jobId, number, ref, revision, codeSha256, schemaSha256 },
    env: JSON.stringify(env),
  }));
  await execute(client, db.insertInto('JobVariant').values(rows));
  const secretNames = used.flatMap(({ env }) => secretNamesIn(env));
  const fileHashes = used.flatMap(({ env }) => fileHashesIn(env));
  if (secretNames.length + fileHashes.length === 0) return;
  const update = db
    .updateTable('Job')
    .set({ secretNames: joined('secretNames', secretNames), fileHashes: joined('fileHashes', fileHashes) })
    .where('id', '=', jobId);
  await execute(client, update);
}

/** The values of a column with further ones. */
function joined(column: 'secretNames' | 'fileHashes', values: string[]): RawBuilder<string[]> {
  return sql<
    string[]
  >`array(SELECT unnest(${sql.ref(column)}) UNION SELECT unnest(${textArray([...new Set(values)])}))`;
}
