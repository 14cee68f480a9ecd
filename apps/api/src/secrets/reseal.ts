import type { Service } from '../service';
import { aboutSecret, type SealedSecret } from './secrets';

/** Values that are encrypted. */
interface SealedColumn<Row> {
  table: string;
  column: string;
  /** What a value was sealed as. */
  aboutOf: (row: Row) => string[];
  /** What is logged of a row that could not be read, and the name of its id there. */
  failure: string;
  idName: string;
}

/** Encrypts with the key in use what a former one encrypted. What was changed meanwhile is left as it is. */
export async function reseal<Row>(
  { pool, vault, settings, log }: Service,
  { table, column, aboutOf, failure, idName }: SealedColumn<Row>,
): Promise<void> {
  if ((settings.DROVER_SECRET_KEY ?? []).length < 2) return;
  const { rows } = await pool.query<Row & { id: string; sealed: Buffer }>(
    `SELECT *, "${column}" AS sealed FROM "${table}" WHERE "${column}" IS NOT NULL`,
  );
  for (const row of rows) {
    if (await vault.isFresh(row.sealed)) continue;
    try {
      const about = aboutOf(row);
      const fresh = await vault.seal(await vault.open(row.sealed, about), about);
      const statement = `UPDATE "${table}" SET "${column}" = $1 WHERE id = $2 AND "${column}" = $3`;
      await pool.query(statement, [fresh, row.id, row.sealed]);
    } catch (error) {
      log.warn({ err: error, [idName]: row.id }, failure);
    }
  }
}

export async function resealSecrets(service: Service): Promise<void> {
  const failure = 'a secret could not be encrypted anew';
  for (const table of ['Secret', 'FormerSecret']) {
    const sealed = { table, column: 'sealed', aboutOf: aboutSecret, failure, idName: 'secretId' };
    await reseal<SealedSecret>(service, sealed);
  }
}
