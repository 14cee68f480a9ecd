import {
  LIMITS,
  RunState,
  type Job,
  type RerunJob,
  type RetryRequest,
  type RolloutRequest,
} from '@drover/contract';
import type { Job as Row, Rollout } from '../database/client/client';
import { ApiError, found } from '../http/api-error';
import { createJob } from '../jobs/dispatch';
import { getJob } from '../jobs/jobs';
import type { Requester } from '../jobs/requester';
import { snapshotNow, type Snapshot } from '../jobs/sources';
import { failedStates } from '../runs/run-states';
import type { Service } from '../service';

/** The runs that are meant; of a device's attempts the last counts. */
const states: Record<RerunJob['which'], RunState[]> = {
  failed: [...failedStates],
  offline: ['expired'],
  all: RunState.options,
};

/**
 * Runs a job again on devices of its own that are still there, as a new job that is as careful: with the code and the
 * environment that it had, or with those of its script now.
 */
export async function rerunJob(
  service: Service,
  { jobId, ...requester }: Requester & { jobId: string },
  { which, code = 'same' }: RerunJob,
): Promise<Job> {
  const where = { id: jobId, accountId: requester.accountId };
  const job = found(await service.prisma.job.findFirst({ where, include: { rollout: true } }));
  const devices = await findDevices(service, jobId, states[which]);
  const snapshot = code === 'current' ? await snapshotNow(service, job) : (job as Snapshot & Row);
  const { kind, scriptId, timeout } = job;
  const newJobId = await createJob(service, {
    ...requester,
    ...{ kind, scriptId, name: snapshot.name, version: snapshot.version },
    ...{ codeSha256: snapshot.codeSha256, env: snapshot.env, vars: job.vars as Job['vars'] },
    timeout: timeout ?? undefined,
    deliverWithin: job.deliverWithin ?? usualDeadline(kind),
    rollout: rolloutOf(job.rollout),
    retry: retryOf(job),
    rerunOf: jobId,
    targets: { devices },
  });
  return getJob(service, requester.accountId, newJobId);
}

async function findDevices({ pool }: Service, jobId: string, wanted: RunState[]): Promise<{ _id: string }[]> {
  const { rows } = await pool.query<{ _id: string }>(
    `SELECT DISTINCT r."deviceId" AS _id FROM "Run" r JOIN "Device" d ON d.id = r."deviceId"
     WHERE r."jobId" = $1 AND NOT r."isRetried" AND r.state = ANY($2::"RunState"[])`,
    [jobId, wanted],
  );
  if (rows.length > 0) return rows;
  throw new ApiError('conflict', { message: 'No device of this job is in such a state, and still there.' });
}

function usualDeadline(kind: Row['kind']): number {
  return kind === 'execute' ? LIMITS.executeDeliverWithinSeconds : LIMITS.scriptDeliverWithinSeconds;
}

function rolloutOf(rollout: Rollout | null): RolloutRequest | undefined {
  if (!rollout) return undefined;
  const { perMinute, stopAfterFailedPercent, shares } = rollout;
  return {
    ...(perMinute === null ? { waves: shares } : { perMinute }),
    ...(stopAfterFailedPercent !== null && { stopAfterFailedPercent }),
  };
}

function retryOf({ retryAttempts, retryDelaySeconds }: Row): RetryRequest | undefined {
  if (retryAttempts === null) return undefined;
  return { attempts: retryAttempts, delaySeconds: retryDelaySeconds ?? LIMITS.retryDelaySeconds };
}
