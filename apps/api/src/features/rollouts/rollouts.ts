import { type Job, type UpdateRollout, REASONS } from '@drover/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import type { PoolClient } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import type { ChangedRun } from '../../bus/bus';
import { publishRuns } from '../../bus/publish-changes';
import type { AppContext } from '../../context/app-context';
import type { RolloutState } from '../../database/client/client';
import { now, textArray } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { isInScope, scopeValues } from '../../records/device-scope';
import { transact } from '../../database/transaction';
import { ApiError, orNotFound } from '../../errors/api-error';
import { stopWhere } from '../runs/stop';
import { snapshotNow, type Snapshot } from '../scripts/sources';
import { fileHashesIn, requireFiles } from '../input-files/references';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import { replaceVariants } from '../variants/replace-variants';
import { beginRollout } from './begin';

interface JobIds extends DeviceScope {
  jobId: string;
}

/** Pauses, resumes or aborts a rollout. Repeating the request changes nothing. */
export async function updateRollout(context: AppContext, ids: JobIds, change: UpdateRollout): Promise<void> {
  if (change.state === 'aborted') return abortRollout(context, ids, REASONS.rollout_aborted);
  const code = change.code === 'current' ? await findLatestCode(context, ids) : undefined;
  await transact(context.pool, async (client) => {
    const state = await lockRollout(client, ids);
    if (state === 'finished' || state === 'aborted') throw alreadyEnded(state);
    if (change.state === 'paused') return pauseRollout(client, ids.jobId, state);
    if (code) await replaceCode(client, ids, code);
    else if (state === 'running') return undefined;
    return resumeRollout(client, ids.jobId);
  });
  if (change.state === 'running') await beginRollout(context, ids.jobId);
}

function alreadyEnded(state: RolloutState): ApiError {
  return new ApiError('conflict', {
    message: `The rollout is ${state} and cannot be changed. Re-run the job instead.`,
  });
}

/** Fails unless all devices of a job are in the scope, because a rollout releases the runs of all of them. */
async function assertWholeJob(client: PoolClient, { jobId, ...scope }: JobIds): Promise<void> {
  const values = { accountId: scope.accountId, ...scopeValues(scope) };
  if (values.groupIds === undefined) return;
  const runs = db.selectFrom('Run').select('id').where('jobId', '=', jobId).limit(1);
  const isOwn = (eb: ExpressionBuilder<Tables, 'Run'>) => eb.and(isInScope(eb.ref('Run.deviceId'), values));
  orNotFound(await executeFirst(client, runs.where(isOwn)));
  if (
    await executeFirst(
      client,
      runs.where((eb) => eb.not(isOwn(eb))),
    )
  )
    throw new ApiError('outsideGroups');
}

async function lockRollout(client: PoolClient, ids: JobIds): Promise<RolloutState> {
  const { accountId, jobId } = ids;
  const job = db.selectFrom('Job').select('id').where('id', '=', jobId).where('accountId', '=', accountId);
  orNotFound(await executeFirst(client, job));
  await assertWholeJob(client, ids);
  const lock = db.selectFrom('Rollout').select('state').where('jobId', '=', jobId).forUpdate();
  const rollout = await executeFirst(client, lock);
  if (rollout) return rollout.state;
  throw new ApiError('conflict', {
    message: 'The job has no rollout. It was sent to all its devices at once.',
  });
}

async function pauseRollout(client: PoolClient, jobId: string, state: RolloutState): Promise<void> {
  if (state === 'stopped') {
    throw new ApiError('conflict', { message: 'The rollout has stopped already. Resume it to continue.' });
  }
  const pause = db
    .updateTable('Rollout')
    .set({ state: 'paused', reason: REASONS.paused_on_request })
    .where('jobId', '=', jobId)
    .where('state', '=', 'running');
  await execute(client, pause);
}

async function resumeRollout(client: PoolClient, jobId: string): Promise<void> {
  const resume = db
    .updateTable('Rollout')
    .set({ state: 'running', reason: null, windowStartedAt: now, releasedInWindow: 0 })
    .where('jobId', '=', jobId);
  await execute(client, resume);
}

/** A snapshot of a script, and the vars of the request that it is for. */
type Code = Snapshot & Pick<Job, 'vars'>;

async function findLatestCode(context: AppContext, { accountId, jobId }: JobIds): Promise<Code> {
  const select = db
    .selectFrom('Job')
    .select(['accountId', 'kind', 'scriptId', 'vars'])
    .where('id', '=', jobId)
    .where('accountId', '=', accountId);
  const job = orNotFound(await executeFirst(context.pool, select));
  return { ...(await snapshotNow(context, job)), vars: job.vars };
}

/**
 * Makes held runs use the latest version of the script. Refused while released runs are open, so that it is clear which
 * code each run had.
 */
async function replaceCode(client: PoolClient, { accountId, jobId }: JobIds, code: Code): Promise<void> {
  const released = db
    .selectFrom('Run')
    .select('id')
    .where('jobId', '=', jobId)
    .where('finishedAt', 'is', null)
    .where('isHeld', 'is', false)
    .limit(1);
  if (await executeFirst(client, released)) {
    throw new ApiError('conflict', {
      message:
        'Some runs still use the previous version. Pause the rollout, then wait for these runs or stop them.',
    });
  }
  const secretNames = secretNamesIn(code.env);
  await requireSecrets(client, { accountId, ...code }, secretNames);
  await requireFiles(client, { accountId, ...code });
  await keepFormerCode(client, jobId);
  const update = db
    .updateTable('Job')
    .set({
      name: code.name,
      version: code.version,
      revision: code.revision,
      codeSha256: code.codeSha256,
      schemaSha256: code.schemaSha256,
      env: JSON.stringify(code.env),
      fileHashes: fileHashesIn(code.env),
      // Secrets of the previous version stay masked in the logs of earlier runs.
      secretNames: ({ ref }) =>
        sql<
          string[]
        >`array(SELECT unnest(${ref('secretNames')}) UNION SELECT unnest(${textArray(secretNames)}))`,
    })
    .where('id', '=', jobId);
  await execute(client, update);
  await replaceVariants(client, { accountId, jobId, vars: code.vars }, code.variants);
  await execute(client, db.updateTable('Rollout').set({ codeUpdatedAt: now }).where('jobId', '=', jobId));
}

/** Keeps the code that the runs so far had. */
async function keepFormerCode(client: PoolClient, jobId: string): Promise<void> {
  const insert = db
    .insertInto('FormerCode')
    .columns(['jobId', 'replacedAt', 'sha256'])
    .expression((eb) =>
      eb
        .selectFrom('Job')
        .select(['id', now.as('replacedAt'), 'codeSha256'])
        .where('id', '=', jobId),
    );
  await execute(client, insert);
}

/** Cancels held runs for good. Released runs continue, but are not retried. */
export async function abortRollout(context: AppContext, ids: JobIds, reason: string): Promise<void> {
  const { jobId } = ids;
  const canceled = await transact(context.pool, async (client): Promise<ChangedRun[]> => {
    const state = await lockRollout(client, ids);
    if (state === 'aborted' || state === 'finished') return [];
    const abort = db.updateTable('Rollout').set({ state: 'aborted', reason }).where('jobId', '=', jobId);
    await execute(client, abort);
    const cancelWaves = db
      .updateTable('RolloutWave')
      .set({ state: 'canceled', reason, finishedAt: now })
      .where('jobId', '=', jobId)
      .where('state', 'in', ['waiting', 'running']);
    await execute(client, cancelWaves);
    const disableRetries = db
      .updateTable('Run')
      .set({ retriesLeft: 0 })
      .where('jobId', '=', jobId)
      .where('retriesLeft', '>', 0);
    await execute(client, disableRetries);
    return stopWhere(client, {
      where: (eb) => eb.and([eb('jobId', '=', jobId), eb('isHeld', 'is', true)]),
      reason,
    });
  });
  publishRuns(context, canceled);
}
