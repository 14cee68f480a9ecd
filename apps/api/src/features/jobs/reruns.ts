import {
  LIMITS,
  RunState,
  type Job,
  type RerunJob,
  type RetryRequest,
  type RolloutRequest,
} from '@drover/contract';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { Job as Row, Rollout } from '../../database/client/client';
import { ApiError, orNotFound } from '../../errors/api-error';
import { createJob } from './create-job';
import { getJob } from './jobs';
import type { Requester } from '../../http/requester';
import { snapshotNow, type Snapshot } from '../scripts/sources';
import { isInScope, scopeValues } from '../../records/device-scope';
import { failedStates } from '../../records/run-states';
import type { AppContext } from '../../context/app-context';
import { db, execute } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { findFormerVariants } from '../variants/former-variants';

/** Run states of the devices to select. Of the attempts on a device, only the last one counts. */
const states: Record<NonNullable<RerunJob['which']>, RunState[]> = {
  failed: [...failedStates],
  offline: ['expired'],
  all: RunState.options,
};

/**
 * Re-runs a job as a new job on those of its devices that still exist, with the same rollout and retry options. Uses the
 * code and the environment of the job, or the current ones of its script.
 */
export async function rerunJob(
  context: AppContext,
  { jobId, ...requester }: Requester & { jobId: string },
  { which, failureId, code = 'same' }: RerunJob,
): Promise<Job> {
  const where = { id: jobId, accountId: requester.accountId };
  await getJob(context, requester, jobId);
  const job = orNotFound(await context.prisma.job.findFirst({ where, include: { rollout: true } }));
  if (failureId !== undefined)
    await assertFailure(context, { id: failureId, accountId: requester.accountId });
  const devices = await findDevices(context, { ...requester, jobId }, (eb) =>
    which === undefined
      ? eb('r.failureId', '=', failureId ?? null)
      : eb.and([eb('r.isRetried', 'is', false), eb('r.state', 'in', states[which])]),
  );
  const isCurrent = code === 'current';
  const snapshot = isCurrent ? await snapshotNow(context, job) : (job as Omit<Snapshot, 'variants'> & Row);
  const variants = isCurrent ? (snapshot as Snapshot).variants : await findFormerVariants(context, jobId);
  const { kind, scriptId, timeout } = job;
  const newJobId = await createJob(context, {
    ...requester,
    ...{ kind, scriptId, name: snapshot.name, version: snapshot.version },
    ...{ revision: snapshot.revision, codeSha256: snapshot.codeSha256 },
    schemaSha256: snapshot.schemaSha256,
    ...{ env: snapshot.env, vars: job.vars as Job['vars'] },
    timeout: timeout ?? undefined,
    screenshotOnFailure: job.screenshotOnFailure,
    deliverWithin: job.deliverWithin ?? defaultDeadline(kind),
    rollout: toRolloutRequest(job.rollout),
    retry: toRetryRequest(job),
    variants,
    rerunOf: jobId,
    trigger: { kind: 'rerun', id: jobId },
    targets: { devices },
  });
  return getJob(context, requester, newJobId);
}

async function assertFailure(
  { prisma }: AppContext,
  where: { id: string; accountId: string },
): Promise<void> {
  orNotFound(await prisma.failure.findFirst({ where, select: { id: true } }));
}

async function findDevices(
  { pool }: AppContext,
  { jobId, ...scope }: DeviceScope & { jobId: string },
  isSelected: (eb: ExpressionBuilder<{ r: Tables['Run'] }, 'r'>) => Expression<SqlBool>,
): Promise<{ _id: string }[]> {
  const select = db
    .selectFrom('Run as r')
    .innerJoin('Device as d', 'd.id', 'r.deviceId')
    .distinct()
    .select('r.deviceId as _id')
    .where('r.jobId', '=', jobId)
    .where(({ and, ref }) =>
      and(isInScope(ref('r.deviceId'), { accountId: scope.accountId, ...scopeValues(scope) })),
    )
    .where(isSelected);
  const devices = await execute(pool, select);
  if (devices.length > 0) return devices;
  throw new ApiError('conflict', { message: 'No existing device of this job has a run in such a state.' });
}

function defaultDeadline(kind: Row['kind']): number {
  return kind === 'execute' ? LIMITS.executeDeliverWithinSeconds : LIMITS.scriptDeliverWithinSeconds;
}

function toRolloutRequest(rollout: Rollout | null): RolloutRequest | undefined {
  if (!rollout) return undefined;
  const { perMinute, stopAfterFailedPercent, shares } = rollout;
  return {
    ...(perMinute === null ? { waves: shares } : { perMinute }),
    ...(stopAfterFailedPercent !== null && { stopAfterFailedPercent }),
  };
}

function toRetryRequest({ retryAttempts, retryDelaySeconds }: Row): RetryRequest | undefined {
  if (retryAttempts === null) return undefined;
  return { attempts: retryAttempts, delaySeconds: retryDelaySeconds ?? LIMITS.retryDelaySeconds };
}
