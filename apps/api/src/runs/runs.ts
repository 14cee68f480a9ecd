import type { Run, RunFilter } from '@drover/contract';
import type { Prisma, Run as Row } from '../database/client/client';
import { found } from '../http/api-error';
import { listPage } from '../http/lists';
import { stopRuns } from '../jobs/stop';
import type { Service } from '../service';

export async function listRuns(
  { prisma }: Service,
  accountId: string,
  { jobId, deviceId, scriptId, state, ...paging }: RunFilter,
) {
  const where: Prisma.RunWhereInput = { accountId, jobId, deviceId, scriptId, state };
  return listPage(paging, {
    find: (page) => prisma.run.findMany({ ...page, where: { AND: [where, page.where] } }),
    count: () => prisma.run.count({ where }),
    item: toRun,
  });
}

export async function getRun({ prisma }: Service, accountId: string, runId: string): Promise<Run> {
  return toRun(found(await prisma.run.findFirst({ where: { id: runId, accountId } })));
}

/** Cancels or stops it; where it has ended, nothing happens. */
export async function removeRun(service: Service, accountId: string, runId: string): Promise<void> {
  await getRun(service, accountId, runId);
  await stopRuns(service, { accountId, runId });
}

export function toRun(row: Row): Run {
  return {
    _id: row.id,
    jobId: row.jobId,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    scriptId: row.scriptId,
    state: row.state,
    reason: row.reason,
    exitCode: row.exitCode,
    signal: row.signal,
    createdAt: row.createdAt.toISOString(),
    deliverBy: row.deliverBy.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
