import type { Service } from '../service';
import { aboutSecret, type SealedSecret } from './secrets';

/** Encrypts with the key in use what a former one encrypted. What was changed meanwhile is left as it is. */
export async function resealSecrets({ pool, vault, settings, log }: Service): Promise<void> {
  if ((settings.DROVER_SECRET_KEY ?? []).length < 2) return;
  for (const table of ['Secret', 'FormerSecret']) {
    const { rows } = await pool.query<SealedSecret & { id: string }>(
      `SELECT id, "accountId", name, sealed FROM "${table}"`,
    );
    for (const { id, sealed, ...secret } of rows) {
      if (await vault.isFresh(sealed)) continue;
      try {
        const about = aboutSecret(secret);
        const fresh = await vault.seal(await vault.open(sealed, about), about);
        const statement = `UPDATE "${table}" SET sealed = $1 WHERE id = $2 AND sealed = $3`;
        await pool.query(statement, [fresh, id, sealed]);
      } catch (error) {
        log.warn({ err: error, secretId: id }, 'a secret could not be encrypted anew');
      }
    }
  }
}
