import type { Service } from '../service';
import { aboutSecret } from './signing';

interface Row {
  id: string;
  sealed: Buffer;
}

/** Encrypts with the key in use what a former one encrypted. What was changed meanwhile is left as it is. */
export async function resealWebhooks({ pool, vault, settings, log }: Service): Promise<void> {
  if ((settings.DROVER_SECRET_KEY ?? []).length < 2) return;
  for (const column of ['"secret"', '"oldSecret"']) {
    const { rows } = await pool.query<Row>(
      `SELECT id, ${column} AS sealed FROM "Webhook" WHERE ${column} IS NOT NULL`,
    );
    for (const { id, sealed } of rows) {
      if (await vault.isFresh(sealed)) continue;
      try {
        const about = aboutSecret(id);
        const fresh = await vault.seal(await vault.open(sealed, about), about);
        const statement = `UPDATE "Webhook" SET ${column} = $1 WHERE id = $2 AND ${column} = $3`;
        await pool.query(statement, [fresh, id, sealed]);
      } catch (error) {
        log.warn({ err: error, webhookId: id }, "a webhook's secret could not be encrypted anew");
      }
    }
  }
}
