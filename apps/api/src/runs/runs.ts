import type { Run, RunFilter, StopRuns } from '@drover/contract';
import { Prisma, type Run as Row } from '../database/client/client';
import { prepared } from '../database/prepared';
import { found } from '../http/api-error';
import { given, listPage, selectRows } from '../http/lists';
import { requireRunnable } from '../jobs/kept-requests';
import type { Service } from '../service';
import { toRun } from './run-record';
import { stopOnDevices, stopRuns } from './stop';

const selectRuns = Prisma.sql`SELECT r.* FROM "Run" r`;

export function listRuns(
  { pool }: Service,
  accountId: string,
  { jobId, deviceId, scriptId, state, ...paging }: RunFilter,
) {
  const rows = selectRows<Row>(pool, selectRuns, [
    Prisma.sql`r."accountId" = ${accountId}`,
    given(jobId, (id) => Prisma.sql`r."jobId" = ${id}`),
    given(deviceId, (id) => Prisma.sql`r."deviceId" = ${id}`),
    given(scriptId, (id) => Prisma.sql`r."scriptId" = ${id}`),
    given(state, (wanted) => Prisma.sql`r.state = ${wanted}::"RunState"`),
  ]);
  return listPage(paging, { ...rows, item: toRun });
}

export async function getRun({ pool }: Service, accountId: string, runId: string): Promise<Run> {
  const own = Prisma.sql`${selectRuns} WHERE r.id = ${runId} AND r."accountId" = ${accountId}`;
  return toRun(found((await pool.query<Row>(prepared(own))).rows[0]));
}

/** Cancels or stops it; where it has ended, nothing happens. */
export async function removeRun(service: Service, accountId: string, runId: string): Promise<void> {
  await getRun(service, accountId, runId);
  await stopRuns(service, { accountId, runId });
}

/** Cancels and stops what runs on the devices that a request names or chooses, of one script or all. */
export async function stopSelectedRuns(
  service: Service,
  accountId: string,
  { scriptId, ...targets }: StopRuns,
): Promise<void> {
  if (scriptId !== undefined) await requireRunnable(service, accountId, scriptId);
  await stopOnDevices(service, { accountId, scriptId }, targets);
}
