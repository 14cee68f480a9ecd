import { LIMITS, type Vars, writeReason } from '@drover/contract';
import { fillIn, secretNamesIn } from '../features/secrets/references';
import { recordSecretUse } from '../features/secrets/secret-uses';
import { openSecret, type SealedSecret } from '../features/secrets/secrets';
import type { AppContext } from '../context/app-context';
import { texts, unnest } from '../database/expressions';
import { db, execute } from '../database/sql';
import type { Steps } from '../tasks/steps';
import type { DeliverableJob } from './orders';
import { recordReports } from './record-reports';

/** Replaces references to secrets by their current values, and sets `refusal` on jobs that cannot be sent. */
export async function fillInSecrets(context: AppContext, jobs: DeliverableJob[]): Promise<void> {
  const referring = jobs.filter(({ secretNames }) => secretNames.length > 0);
  if (referring.length === 0) return;
  const sealed = await findSecrets(context, referring);
  for (const job of referring) {
    const secrets = new Map<string, string>();
    for (const secret of sealed.filter(({ accountId }) => accountId === job.accountId)) {
      const value = await openSecret(context.vault, secret).catch(() => undefined);
      if (value !== undefined) secrets.set(secret.name, value);
    }
    await context.turns.compute(job.accountId, settle(job, secrets));
  }
  const used = referring.flatMap((job) =>
    job.refusal ? [] : job.secretNames.map((name) => `${job.accountId} ${name}`),
  );
  const ids = sealed
    .filter(({ accountId, name }) => used.includes(`${accountId} ${name}`))
    .map(({ id }) => id);
  await recordSecretUse(context.pool, ids);
}

function* settle(job: DeliverableJob, secrets: Map<string, string>): Steps<void> {
  const needed = secretNamesIn(job.order.env);
  const missing = needed.filter((name) => !secrets.has(name));
  if (missing.length > 0) {
    job.refusal = writeReason('secret_missing', { names: missing.join(', ') });
    return;
  }
  job.secretValues = needed.map((name) => secrets.get(name) ?? '');
  job.order.env = fillIn(job.order.env, secrets) as Vars;
  yield;
  if (Buffer.byteLength(JSON.stringify(job.order.env)) > LIMITS.varsBytes) {
    job.refusal = writeReason('environment_too_large', { bytes: LIMITS.varsBytes });
  }
}

async function findSecrets(
  { pool }: AppContext,
  jobs: DeliverableJob[],
): Promise<(SealedSecret & { id: string })[]> {
  const wanted = jobs.flatMap(({ accountId, secretNames }) =>
    secretNames.map((name) => ({ accountId, name })),
  );
  const names = unnest('wanted', {
    accountId: texts(wanted.map(({ accountId }) => accountId)),
    name: texts(wanted.map(({ name }) => name)),
  });
  const select = db
    .selectFrom(names)
    .innerJoin('Secret as s', (join) =>
      join.onRef('s.accountId', '=', 'wanted.accountId').onRef('s.name', '=', 'wanted.name'),
    )
    .distinctOn('s.id')
    .select(['s.id', 's.accountId', 's.name', 's.sealed']);
  return execute(pool, select);
}

/** How a run ends that is not sent. */
export interface Refusal {
  state: 'rejected' | 'succeeded';
  reason: string;
}

interface RefusedRun extends Refusal {
  runId: string;
  deviceId: string;
  accountId: string;
}

/** Ends runs without sending them. Their devices never receive them. */
export async function refuseRuns(context: AppContext, runs: RefusedRun[]): Promise<void> {
  if (runs.length === 0) return;
  for (const { runId } of runs) context.masks.add(runId, []);
  const now = new Date();
  const time = () => now;
  await recordReports(
    context,
    runs.map(({ runId, deviceId, accountId, state, reason }) => ({
      deviceId,
      accountId,
      bytes: 0,
      frame: { type: 'finished', n: 1, runId, at: now.getTime(), state, reason },
      time,
    })),
  );
}
