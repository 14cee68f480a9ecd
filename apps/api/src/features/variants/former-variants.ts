import type { AppContext } from '../../context/app-context';
import { db, execute } from '../../database/sql';
import type { Variant } from './variant';

/** Returns the variants of an earlier job, each for the devices that got it last. */
export async function findFormerVariants({ pool }: AppContext, jobId: string): Promise<Variant[]> {
  const variants = await execute(
    pool,
    db.selectFrom('JobVariant').selectAll().where('jobId', '=', jobId).orderBy('number'),
  );
  if (variants.length === 0) return [];
  const select = db
    .selectFrom('Run')
    .distinctOn('deviceId')
    .select(['deviceId', 'variant'])
    .where('jobId', '=', jobId)
    .orderBy('deviceId')
    .orderBy('id', 'desc');
  const runs = await execute(pool, select);
  return variants.map(({ jobId: _jobId, number, ...variant }) => ({
    ...variant,
    devices: { ids: runs.flatMap((run) => (run.variant === number ? [run.deviceId] : [])) },
  }));
}
