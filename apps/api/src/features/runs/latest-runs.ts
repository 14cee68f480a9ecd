import type { LatestRunFilter, LatestRunList } from '@drover/contract';
import { texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import type { AppContext } from '../../context/app-context';

/** Reads one entry of the index of each device, however many runs it has had. */
const selectLatest = defineStatement(
  ({ accountId, deviceIds }: Placeholders<{ accountId: string; deviceIds: string[] }>) =>
    db
      .selectFrom(unnest('v', { deviceId: texts(deviceIds) }))
      .innerJoin('Device', (join) =>
        join.onRef('Device.id', '=', 'v.deviceId').on('Device.accountId', '=', accountId),
      )
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('Run')
            .select(['Run.id', 'Run.jobId', 'Run.deviceId', 'Run.state', 'Run.createdAt'])
            .whereRef('Run.deviceId', '=', 'Device.id')
            .orderBy('Run.id', (order) => order.desc().nullsLast())
            .limit(1)
            .as('latest'),
        (join) => join.onTrue(),
      )
      .selectAll('latest'),
);

/** Lists the latest run of each device. Leaves out devices without one, and those of other accounts. */
export async function listLatestRuns(
  { pool }: AppContext,
  accountId: string,
  { deviceId }: LatestRunFilter,
): Promise<LatestRunList> {
  const deviceIds = [...new Set(deviceId)];
  const rows = await execute(pool, prepared(selectLatest({ accountId, deviceIds })));
  const items = rows.map(({ id, createdAt, ...run }) => ({
    _id: id,
    ...run,
    createdAt: createdAt.toISOString(),
  }));
  return { count: items.length, items };
}
