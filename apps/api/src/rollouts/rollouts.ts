import type { Job, UpdateRollout, Vars } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../bus/bus';
import type { RolloutState } from '../database/client/client';
import { transact } from '../database/transaction';
import { publishRuns } from '../events/publish';
import { ApiError, found } from '../http/api-error';
import { snapshotNow, type Snapshot } from '../jobs/sources';
import { stopWhere } from '../runs/stop';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { Service } from '../service';
import { beginRollout } from './begin';

interface Own {
  accountId: string;
  jobId: string;
}

/** Pauses a roll-out, lets it go on, or aborts it. Repeating it changes nothing. */
export async function updateRollout(service: Service, own: Own, change: UpdateRollout): Promise<void> {
  if (change.state === 'aborted') return abortRollout(service, own, 'the roll-out was aborted');
  const code = change.code === 'current' ? await findCurrentCode(service, own) : undefined;
  await transact(service.pool, async (client) => {
    const state = await lockRollout(client, own);
    if (state === 'finished' || state === 'aborted') throw endedAlready(state);
    if (change.state === 'paused') return pause(client, own.jobId, state);
    if (code) await takeCode(client, own, code);
    else if (state === 'running') return undefined;
    return resume(client, own.jobId);
  });
  if (change.state === 'running') await beginRollout(service, own.jobId);
}

function endedAlready(state: RolloutState): ApiError {
  return new ApiError('conflict', {
    message: `The roll-out is ${state} and stays so. Run the job again instead.`,
  });
}

async function lockRollout(client: PoolClient, { accountId, jobId }: Own): Promise<RolloutState> {
  const job = await client.query(`SELECT FROM "Job" WHERE id = $1 AND "accountId" = $2`, [jobId, accountId]);
  found(job.rows[0]);
  const { rows } = await client.query<{ state: RolloutState }>(
    `SELECT state FROM "Rollout" WHERE "jobId" = $1 FOR UPDATE`,
    [jobId],
  );
  if (rows[0]) return rows[0].state;
  throw new ApiError('conflict', { message: 'The job has no roll-out: it went to all its devices at once.' });
}

async function pause(client: PoolClient, jobId: string, state: RolloutState): Promise<void> {
  if (state === 'stopped') {
    throw new ApiError('conflict', {
      message: 'The roll-out has stopped already. It goes on when you say so.',
    });
  }
  await client.query(
    `UPDATE "Rollout" SET state = 'paused', reason = 'paused on request' WHERE "jobId" = $1 AND state = 'running'`,
    [jobId],
  );
}

async function resume(client: PoolClient, jobId: string): Promise<void> {
  await client.query(
    `UPDATE "Rollout" SET state = 'running', reason = NULL, since = now(), "releasedSince" = 0 WHERE "jobId" = $1`,
    [jobId],
  );
}

/** A snapshot, and the values of the request that it was made with. */
type Code = Snapshot & Pick<Job, 'vars'>;

async function findCurrentCode(service: Service, { accountId, jobId }: Own): Promise<Code> {
  const job = found(await service.prisma.job.findFirst({ where: { id: jobId, accountId } }));
  return { ...(await snapshotNow(service, job)), vars: job.vars as Vars };
}

/**
 * What is still held runs the script as it is now. Refused while something that was released is under way, so that every
 * run shows plainly which code it had.
 */
async function takeCode(client: PoolClient, { accountId, jobId }: Own, code: Code): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM "Run" WHERE "jobId" = $1 AND "finishedAt" IS NULL AND NOT "isHeld" LIMIT 1`,
    [jobId],
  );
  if (rows.length > 0) {
    throw new ApiError('conflict', {
      message:
        'Runs are under way with the code as it was. Pause the roll-out, and wait for them or stop them.',
    });
  }
  const secretNames = secretNamesIn(code.env);
  await requireSecrets(client, { accountId, ...code }, secretNames);
  await client.query(
    // What earlier runs had stays masked in what they may still write.
    `UPDATE "Job" SET name = $2, version = $3, "codeSha256" = $4, env = $5,
       "secretNames" = ARRAY(SELECT unnest("secretNames") UNION SELECT unnest($6::text[])) WHERE id = $1`,
    [jobId, code.name, code.version, code.codeSha256, JSON.stringify(code.env), secretNames],
  );
  await client.query(`UPDATE "Rollout" SET "codeUpdatedAt" = now() WHERE "jobId" = $1`, [jobId]);
}

/** Cancels what waits, for good; what was released goes on, and is not tried again. */
export async function abortRollout(service: Service, own: Own, reason: string): Promise<void> {
  const canceled = await transact(service.pool, async (client): Promise<ChangedRun[]> => {
    const state = await lockRollout(client, own);
    if (state === 'aborted' || state === 'finished') return [];
    await client.query(`UPDATE "Rollout" SET state = 'aborted', reason = $2 WHERE "jobId" = $1`, [
      own.jobId,
      reason,
    ]);
    await client.query(
      `UPDATE "RolloutWave" SET state = 'canceled', reason = $2, "finishedAt" = now()
       WHERE "jobId" = $1 AND state IN ('waiting', 'running')`,
      [own.jobId, reason],
    );
    await client.query(`UPDATE "Run" SET "retriesLeft" = 0 WHERE "jobId" = $1 AND "retriesLeft" > 0`, [
      own.jobId,
    ]);
    return stopWhere(client, { where: `"jobId" = $2 AND "isHeld"`, values: [reason, own.jobId] });
  });
  publishRuns(service, canceled);
}
