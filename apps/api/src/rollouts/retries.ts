import { LIMITS } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../bus/bus';
import { newId } from '../database/ids';
import { transact } from '../database/transaction';
import { lookAgain } from '../look-again';
import { announceRuns } from '../runs/announce';
import type { Service } from '../service';
import { releaseRuns } from './release';

/** A run that has ended, and how many attempts may follow it. */
export interface EndedRun extends ChangedRun {
  retriesLeft: number;
}

/** How often attempts are looked for whose time has come, and how many of them one look releases. */
const lookMs = 1_000;
const sliceRuns = 1000;

/**
 * Has another attempt follow each run that failed, timed out or expired, where its job asks for it: in the transaction
 * that ends the run, so that a job is never taken for finished in between. The attempt is held until its time.
 */
export async function insertRetries(client: ClientBase, ended: EndedRun[]): Promise<ChangedRun[]> {
  const due = ended.filter(({ retriesLeft }) => retriesLeft > 0);
  if (due.length === 0) return [];
  const { rows } = await client.query<ChangedRun>(
    `WITH retried AS (
       UPDATE "Run" r SET "isRetried" = true
       FROM unnest($1::text[], $2::text[]) AS v ("runId", "nextId"), "Device" d
       WHERE r.id = v."runId" AND d.id = r."deviceId" AND r."retriesLeft" > 0 AND NOT r."isRetried"
         AND r.state IN ('failed', 'timed_out', 'expired')
       RETURNING v."nextId", r.*
     )
     INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", wave, attempt, "retriesLeft",
                        "retryOf", "isHeld", "deliverBy")
     SELECT "nextId", "jobId", r."accountId", "deviceId", "deviceName", r."scriptId", wave, attempt + 1,
       "retriesLeft" - 1, r.id, true,
       now() + make_interval(secs => least(j."retryDelaySeconds" * power(2, attempt - 1), $3))
     FROM retried r JOIN "Job" j ON j.id = r."jobId"
     RETURNING id, state`,
    [due.map(({ id }) => id), due.map(newId), LIMITS.retryWaitSecondsMax],
  );
  return rows;
}

/** Releases the attempts whose time has come. While a roll-out is paused its attempts wait as well. */
export async function releaseRetries(service: Service): Promise<void> {
  const released = await transact(service.pool, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT r.id FROM "Run" r
       WHERE r."finishedAt" IS NULL AND r."deliverBy" <= now() AND r."isHeld"
         AND NOT EXISTS (SELECT FROM "Rollout" o WHERE o."jobId" = r."jobId" AND o.state = 'paused')
       ORDER BY r."deliverBy" LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [sliceRuns],
    );
    if (rows.length === 0) return [];
    return releaseRuns(client, { where: 'r.id = ANY($1)', values: [rows.map(({ id }) => id)] });
  });
  announceRuns(service, released);
}

/** Does so again and again. Gives what ends it. */
export function startRetries(service: Service): () => Promise<void> {
  const failure = 'attempts that are due were not released; the next look tries again';
  return lookAgain(() => releaseRetries(service), { everyMs: lookMs, log: service.log, failure }).end;
}
