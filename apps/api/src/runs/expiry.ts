import { LIMITS } from '@drover/contract';
import { transact } from '../database/transaction';
import { publishRuns } from '../events/publish';
import { lookAgain } from '../look-again';
import { insertRetries, type EndedRun } from '../rollouts/retries';
import type { Service } from '../service';
import { recordEnded } from '../webhooks/happenings';

const sweepMs = 5_000;
const slowSweepMs = 10 * 60_000;

/** How long a device that was offered a run may be silent about it beyond the run's deadline. */
const silenceSeconds = 60;

/**
 * Ends runs that no device had in time. One that was offered, and whose device has not answered, may have started: it
 * is lost, and a late result settles it.
 */
export async function expireRuns(service: Service): Promise<void> {
  await endRuns(
    service,
    `UPDATE "Run" SET state = 'expired', reason = 'the device was not reached in time', "finishedAt" = now()
     WHERE "finishedAt" IS NULL AND state = 'queued' AND "deliverBy" <= now() AND "offeredAt" IS NULL AND NOT "isHeld"
     RETURNING id, state, "retriesLeft"`,
  );
  await endRuns(
    service,
    `UPDATE "Run" SET state = 'lost', reason = 'the device did not answer', "finishedAt" = now(), "retriesLeft" = 0
     WHERE "finishedAt" IS NULL AND state = 'queued' AND "deliverBy" <= now() - make_interval(secs => $1)
       AND "offeredAt" IS NOT NULL AND "acceptedAt" IS NULL
     RETURNING id, state, "retriesLeft"`,
    [silenceSeconds],
  );
}

/** Ends runs by a statement, and records that they ended. */
async function endRuns(service: Service, statement: string, values: unknown[] = []): Promise<void> {
  const rows = await transact(service.pool, async (client) => {
    const { rows } = await client.query<EndedRun>(statement, values);
    const retries = await insertRetries(client, rows);
    await recordEnded(client, rows);
    return [...rows, ...retries];
  });
  publishRuns(service, rows);
}

/**
 * Gives up runs that a device has, where the device has been away for long: it may never come back. A late result
 * settles them.
 */
export async function loseAbandonedRuns(service: Service): Promise<void> {
  await endRuns(
    service,
    `UPDATE "Run" r SET state = 'lost', reason = 'the device has been away for too long', "finishedAt" = now(),
       "retriesLeft" = 0
     FROM "Device" d
     WHERE r."finishedAt" IS NULL AND r."offeredAt" IS NOT NULL AND d.id = r."deviceId"
       AND d."nodeId" IS NULL AND d."lastSeenAt" < now() - make_interval(secs => $1)
     RETURNING r.id, r.state, r."retriesLeft"`,
    [LIMITS.abandonedAfterSeconds],
  );
}

/** Looks for such runs again and again. Gives what ends it. */
export function startExpiry(service: Service): () => Promise<unknown> {
  const { log } = service;
  const failure = 'expiry failed';
  const looking = [
    lookAgain(() => expireRuns(service), { everyMs: sweepMs, log, failure }),
    lookAgain(() => loseAbandonedRuns(service), { everyMs: slowSweepMs, log, failure }),
  ];
  return () => Promise.all(looking.map(({ end }) => end()));
}
