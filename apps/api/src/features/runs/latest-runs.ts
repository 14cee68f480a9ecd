import type { LatestRunFilter, LatestRunList } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import { texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import type { AppContext } from '../../context/app-context';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';

/** Reads one entry of the index of each device, however many runs it has had. */
const selectLatest = defineStatement(
  ({ deviceIds, ...scope }: Placeholders<{ accountId: string; deviceIds: string[] } & ScopeValues>) =>
    db
      .selectFrom(unnest('v', { deviceId: texts(deviceIds) }))
      .innerJoin('Device', (join) =>
        join.onRef('Device.id', '=', 'v.deviceId').on('Device.accountId', '=', scope.accountId),
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
      .selectAll('latest')
      .where(({ and, ref }) => and(isInScope(ref('latest.deviceId'), scope))),
);

/** Lists the latest run of each device. Leaves out devices without one, and those outside the scope. */
export async function listLatestRuns(
  { pool }: AppContext,
  scope: DeviceScope,
  { deviceId }: LatestRunFilter,
): Promise<LatestRunList> {
  const deviceIds = [...new Set(deviceId)];
  const rows = await execute(
    pool,
    prepared(selectLatest({ accountId: scope.accountId, deviceIds, ...scopeValues(scope) })),
  );
  const items = rows.map(({ id, createdAt, ...run }) => ({
    _id: id,
    ...run,
    createdAt: createdAt.toISOString(),
  }));
  return { count: items.length, items };
}
