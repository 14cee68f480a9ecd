import { REASONS } from '@drover/contract';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ClientBase } from 'pg';
import { anyOf, now, secondsFromNow, texts, unnest } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import type { Tables } from '../../database/tables';
import type { DeviceRun } from './announce';
import { stopWhere } from './stop';

/** The tables of a condition on held runs and their jobs. */
type HeldTables = Tables & { r: Tables['Run']; j: Tables['Job'] };

/**
 * Releases held runs, so that their delivery deadline begins. A released run replaces an open run of the same script on its
 * device if that run was requested earlier. Returns the released and the replaced runs.
 */
export async function releaseRuns(
  client: ClientBase,
  where: (eb: ExpressionBuilder<HeldTables, 'r' | 'j'>) => Expression<SqlBool>,
): Promise<DeviceRun[]> {
  const update = db
    .updateTable('Run as r')
    .from('Job as j')
    .set({
      isHeld: false,
      releasedAt: now,
      deliverBy: ({ ref }) => secondsFromNow(ref('j.deliverWithin')),
    })
    .whereRef('j.id', '=', 'r.jobId')
    .where('r.finishedAt', 'is', null)
    .where('r.isHeld', 'is', true)
    .where(where)
    .returning(['r.id', 'r.state', 'r.deviceId', 'r.jobId', 'r.scriptId']);
  const rows = await execute(client, update);
  const scripts = rows.filter(({ scriptId }) => scriptId !== null);
  if (scripts.length === 0) return rows;
  const deviceIds = scripts.map(({ deviceId }) => deviceId);
  const released = unnest('released', {
    deviceId: texts(deviceIds),
    scriptId: texts(scripts.map(({ scriptId }) => scriptId)),
    jobId: texts(scripts.map(({ jobId }) => jobId)),
  });
  const replaced = await stopWhere(client, {
    where: (eb) => {
      const replacement = eb
        .selectFrom(released)
        .whereRef('released.deviceId', '=', 'Run.deviceId')
        .whereRef('released.scriptId', '=', 'Run.scriptId')
        .whereRef('released.jobId', '>', 'Run.jobId');
      return eb.and([eb('deviceId', '=', anyOf(deviceIds)), eb.exists(replacement)]);
    },
    reason: REASONS.replaced,
  });
  return [...replaced, ...rows];
}
