import type { Vars } from '@drover/contract';
import type { PoolClient } from 'pg';
import { ints, texts, unnest } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { assignVariants } from './assign-variants';
import { insertVariants } from './insert-variants';
import type { Variant } from './variant';

/**
 * Gives the held runs of a job the variants that their devices get now. Other runs keep theirs, which stay stored under
 * their former numbers.
 */
export async function replaceVariants(
  client: PoolClient,
  job: { accountId: string; jobId: string; vars: Vars },
  variants: Variant[],
): Promise<void> {
  const { accountId, jobId } = job;
  const last = db
    .selectFrom('JobVariant')
    .select('number')
    .where('jobId', '=', jobId)
    .orderBy('number', 'desc')
    .limit(1);
  const lastNumber = (await executeFirst(client, last))?.number ?? 0;
  if (lastNumber === 0 && variants.length === 0) return;
  const select = db
    .selectFrom('Run')
    .select(['id', 'deviceId'])
    .where('jobId', '=', jobId)
    .where('finishedAt', 'is', null)
    .where('isHeld', 'is', true);
  const held = await execute(client, select);
  const deviceIds = [...new Set(held.map(({ deviceId }) => deviceId))];
  const { used, numbers } = await assignVariants(client, { accountId, variants, deviceIds, lastNumber });
  await insertVariants(client, job, used);
  const next = unnest('v', {
    runId: texts(held.map(({ id }) => id)),
    variant: ints(held.map(({ deviceId }) => numbers.get(deviceId) ?? null)),
  });
  const update = db
    .updateTable('Run as r')
    .from(next)
    .set({ variant: (eb) => eb.ref('v.variant') })
    .whereRef('r.id', '=', 'v.runId');
  await execute(client, update);
}
