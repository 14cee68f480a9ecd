import { LIMITS, type Vars } from '@drover/contract';
import { fillIn, secretNamesIn } from '../secrets/references';
import { openSecret, type SealedSecret } from '../secrets/secrets';
import type { Service } from '../service';
import type { DeliverableJob } from './orders';
import { recordReports } from './record-reports';

/** Puts the values of today in place of the secrets that jobs refer to; says of each job why it cannot be sent. */
export async function fillInSecrets(service: Service, jobs: DeliverableJob[]): Promise<void> {
  const referring = jobs.filter(({ secretNames }) => secretNames.length > 0);
  if (referring.length === 0) return;
  const sealed = await findSecrets(service, referring);
  for (const job of referring) {
    const secrets = new Map<string, string>();
    for (const secret of sealed.filter(({ accountId }) => accountId === job.accountId)) {
      const value = await openSecret(service.vault, secret).catch(() => undefined);
      if (value !== undefined) secrets.set(secret.name, value);
    }
    settle(job, secrets);
  }
}

function settle(job: DeliverableJob, secrets: Map<string, string>): void {
  const needed = secretNamesIn(job.order.env);
  const missing = needed.filter((name) => !secrets.has(name));
  if (missing.length > 0) {
    job.refusal = `the secret ${missing.join(', ')} was removed, or its key is not here`;
    return;
  }
  job.secretValues = needed.map((name) => secrets.get(name) ?? '');
  job.order.env = fillIn(job.order.env, secrets) as Vars;
  if (Buffer.byteLength(JSON.stringify(job.order.env)) > LIMITS.varsBytes) {
    job.refusal = `with its secrets the environment has more than ${LIMITS.varsBytes} bytes`;
  }
}

async function findSecrets({ pool }: Service, jobs: DeliverableJob[]): Promise<SealedSecret[]> {
  const wanted = jobs.flatMap(({ accountId, secretNames }) =>
    secretNames.map((name) => ({ accountId, name })),
  );
  const { rows } = await pool.query<SealedSecret>(
    `SELECT DISTINCT ON (s.id) s."accountId", s.name, s.sealed
     FROM unnest($1::text[], $2::text[]) AS wanted ("accountId", name)
     JOIN "Secret" s ON s."accountId" = wanted."accountId" AND s.name = wanted.name`,
    [wanted.map(({ accountId }) => accountId), wanted.map(({ name }) => name)],
  );
  return rows;
}

/** A run that is not sent. */
export interface Refusal {
  runId: string;
  deviceId: string;
  reason: string;
}

/** Ends runs that cannot be sent, as if their devices had rejected them: these never hear of them. */
export async function refuseRuns(service: Service, refusals: Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  for (const { runId } of refusals) service.masks.remember(runId, []);
  const now = new Date();
  const time = () => now;
  await recordReports(
    service,
    refusals.map(({ runId, deviceId, reason }) => ({
      deviceId,
      frame: { type: 'finished', n: 1, runId, at: now.getTime(), state: 'rejected', reason },
      time,
    })),
  );
}
