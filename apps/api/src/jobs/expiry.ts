import { LIMITS } from '@drover/contract';
import type { ChangedRun } from '../bus/bus';
import { publishRuns } from '../events/publish';
import type { Service } from '../service';

const sweepMs = 5_000;
const slowSweepMs = 10 * 60_000;

/** How long a device that was offered a run may be silent about it beyond the run's deadline. */
const silenceSeconds = 60;

/**
 * Ends runs that no device had in time. One that was offered, and whose device has not answered, may have started: it
 * is lost, and a late result settles it.
 */
export async function expireRuns(service: Service): Promise<void> {
  const { pool } = service;
  const expired = await pool.query<ChangedRun>(
    `UPDATE "Run" SET state = 'expired', reason = 'the device was not reached in time', "finishedAt" = now()
     WHERE state = 'queued' AND "deliverBy" <= now() AND "offeredAt" IS NULL
     RETURNING id, state`,
  );
  const lost = await pool.query<ChangedRun>(
    `UPDATE "Run" SET state = 'lost', reason = 'the device did not answer', "finishedAt" = now()
     WHERE state = 'queued' AND "deliverBy" <= now() - make_interval(secs => $1)
       AND "offeredAt" IS NOT NULL AND "acceptedAt" IS NULL
     RETURNING id, state`,
    [silenceSeconds],
  );
  publishRuns(service, [...expired.rows, ...lost.rows]);
}

/**
 * Gives up runs that a device has, where the device has been away for long: it may never come back. A late result
 * settles them.
 */
export async function loseAbandonedRuns(service: Service): Promise<void> {
  const { rows } = await service.pool.query<ChangedRun>(
    `UPDATE "Run" r SET state = 'lost', reason = 'the device has been away for too long', "finishedAt" = now()
     FROM "Device" d
     WHERE r.state IN ('queued', 'running', 'stopping') AND r."offeredAt" IS NOT NULL AND d.id = r."deviceId"
       AND d."nodeId" IS NULL AND d."lastSeenAt" < now() - make_interval(secs => $1)
     RETURNING r.id, r.state`,
    [LIMITS.abandonedAfterSeconds],
  );
  publishRuns(service, rows);
}

/** Looks for such runs again and again. Gives what ends it. */
export function startExpiry(service: Service): () => void {
  const timer = setInterval(() => {
    expireRuns(service).catch((error: unknown) => service.log.warn({ err: error }, 'expiry failed'));
  }, sweepMs);
  const slowTimer = setInterval(() => {
    loseAbandonedRuns(service).catch((error: unknown) => service.log.warn({ err: error }, 'expiry failed'));
  }, slowSweepMs);
  return () => {
    clearInterval(timer);
    clearInterval(slowTimer);
  };
}
