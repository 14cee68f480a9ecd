import type { Compilable } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { db, execute } from '../../database/sql';
import { aboutSecret } from './secrets';

/** A row with an encrypted value. */
interface SealedRow {
  id: string;
  sealed: Buffer | null;
}

/** A column with encrypted values. */
interface SealedColumn<Row extends SealedRow> {
  select: Compilable<Row>;
  /** Builds the UPDATE that replaces a value, provided that it has not changed since. */
  update: (id: string, values: { old: Buffer; fresh: Buffer }) => Compilable;
  /** Returns the additional data with which a value was encrypted. */
  aboutOf: (row: Row) => string[];
  /** The log message for a row that cannot be decrypted, and the name of its ID in the log line. */
  failure: string;
  idName: string;
}

/** Encrypts with the current key the values that were encrypted with a former key. */
export async function reseal<Row extends SealedRow>(
  { pool, vault, settings, log }: AppContext,
  { select, update, aboutOf, failure, idName }: SealedColumn<Row>,
): Promise<void> {
  if ((settings.DROVER_SECRET_KEY ?? []).length < 2) return;
  for (const row of (await execute(pool, select)) as Row[]) {
    const { id, sealed: old } = row;
    if (!old || (await vault.isFresh(old))) continue;
    try {
      const about = aboutOf(row);
      const fresh = await vault.seal(await vault.open(old, about), about);
      await execute(pool, update(id, { old, fresh }));
    } catch (error) {
      log.warn({ err: error, [idName]: id }, failure);
    }
  }
}

export async function resealSecrets(context: AppContext): Promise<void> {
  for (const table of ['Secret', 'FormerSecret'] as const) {
    await reseal(context, {
      select: db.selectFrom(table).select(['id', 'accountId', 'name', 'sealed']),
      update: (id, { old, fresh }) =>
        db.updateTable(table).set({ sealed: fresh }).where('id', '=', id).where('sealed', '=', old),
      aboutOf: aboutSecret,
      failure: 'failed to re-encrypt a secret',
      idName: 'secretId',
    });
  }
}
