import { LIMITS, type JobKind, type RetryRequest, type RolloutRequest, type Vars } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../bus/bus';
import { idArray } from '../database/arrays';
import { newId } from '../database/ids';
import { prepared } from '../database/prepared';
import { transact } from '../database/transaction';
import { publishRuns } from '../events/publish';
import { ApiError } from '../http/api-error';
import { wakeDevices } from '../link/wake';
import { beginRollout, insertRollout, orderByReach } from '../rollouts/begin';
import { stopWhere } from '../runs/stop';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { Service } from '../service';
import type { Requester } from './requester';
import { findDevices, type TargetedDevice, type Targets } from './targets';

/** All that a job keeps, so that later changes to the script do not reach it. */
export interface NewJob extends Requester {
  kind: JobKind;
  scriptId: string | null;
  name: string;
  version: string | null;
  codeSha256: string;
  /** The code itself, where it is not kept yet. */
  code?: Buffer;
  vars: Vars;
  env: Vars;
  timeout?: number;
  deliverWithin: number;
  rollout?: RolloutRequest;
  retry?: RetryRequest;
  /** The job that this one runs again. */
  rerunOf?: string;
  targets: Targets;
}

/** A job that is kept, and what has to be told of it after the commit. */
export interface AddedJob {
  jobId: string;
  /** A request that was sent before adds nothing. */
  isNew: boolean;
  deviceIds: string[];
  changed: ChangedRun[];
}

/**
 * Keeps a job with a run for each device and stops what it replaces, as one transaction. From the commit on, nothing
 * of it is lost. Gives the id of the job: that of the first answer where the request was sent before.
 */
export async function createJob(service: Service, job: NewJob): Promise<string> {
  const added = await transact(service.pool, lockOf(job), (client) => addJob(client, job));
  announceJob(service, added);
  if (job.rollout) await beginRollout(service, added.jobId);
  return added.jobId;
}

/** One request at a time for one script, so that each sees the runs that it has to replace. */
export function lockOf({ scriptId }: { scriptId?: string | null }): { lock?: string } {
  return { lock: scriptId ?? undefined };
}

/** The same within a transaction that does more: one with `lockOf` the job. `announceJob` is to follow its commit. */
export async function addJob(client: PoolClient, job: NewJob): Promise<AddedJob> {
  if (job.code) await insertContent(client, job.codeSha256, job.code);
  const secretNames = secretNamesIn(job.env);
  const id = await insertJob(client, { ...job, secretNames });
  if (!id) return { jobId: await findRepeated(client, job), isNew: false, deviceIds: [], changed: [] };
  await requireSecrets(client, job, secretNames);
  // Held until the commit, so that no device is deleted between the look and the runs.
  const devices = await findDevices(client, { ...job, lock: 'FOR KEY SHARE' });
  // The runs of a roll-out replace nothing, and do not go to their devices, before their turn has come.
  if (job.rollout) {
    const inOrder = await orderByReach(client, devices, job.targets);
    const waves = await insertRollout(client, { jobId: id, rollout: job.rollout, devices: devices.length });
    const held = await insertRuns(client, { jobId: id, job, devices: inOrder, waves });
    return { jobId: id, isNew: true, deviceIds: [], changed: held };
  }
  const deviceIds = devices.map((device) => device.id);
  const replaced = await replaceRuns(client, job, deviceIds);
  const queued = await insertRuns(client, { jobId: id, job, devices });
  return { jobId: id, isNew: true, deviceIds, changed: [...replaced, ...queued] };
}

/** Wakes the devices of a job that was added, and tells who watches. */
export function announceJob(
  service: Service,
  { deviceIds, changed }: Pick<AddedJob, 'deviceIds' | 'changed'>,
): void {
  wakeDevices(service, deviceIds);
  publishRuns(service, changed);
}

async function insertContent(client: PoolClient, sha256: string, code: Buffer): Promise<void> {
  await client.query(
    `INSERT INTO "Content" (sha256, size, bytes) VALUES ($1, $2, $3)
     ON CONFLICT (sha256) DO UPDATE SET "keptAt" = now()`,
    [sha256, code.length, code],
  );
}

/** The new job's id, or nothing where the idempotency key was used before. */
async function insertJob(
  client: PoolClient,
  job: NewJob & { secretNames: string[] },
): Promise<string | undefined> {
  const text = `
     INSERT INTO "Job" (id, "accountId", kind, "scriptId", name, version, "codeSha256", vars, env, timeout,
                        "secretNames", "idempotencyKey", "requestHash", "deliverWithin", "retryAttempts",
                        "retryDelaySeconds", "rerunOf")
     VALUES ($1, $2, $3::"JobKind", $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     ON CONFLICT ("accountId", "idempotencyKey") DO NOTHING RETURNING id`;
  const values = [
    ...[newId(), job.accountId, job.kind, job.scriptId, job.name, job.version, job.codeSha256],
    ...[JSON.stringify(job.vars), JSON.stringify(job.env), job.timeout ?? null],
    job.secretNames,
    ...[job.idempotency?.key ?? null, job.idempotency?.requestHash ?? null, job.deliverWithin],
    ...[job.retry?.attempts ?? null, job.retry ? (job.retry.delaySeconds ?? LIMITS.retryDelaySeconds) : null],
    job.rerunOf ?? null,
  ];
  const { rows } = await client.query<{ id: string }>(prepared({ text, values }));
  return rows[0]?.id;
}

async function findRepeated(client: PoolClient, { accountId, idempotency }: NewJob): Promise<string> {
  const { rows } = await client.query<{ id: string; requestHash: string }>(
    `SELECT id, "requestHash" FROM "Job" WHERE "accountId" = $1 AND "idempotencyKey" = $2`,
    [accountId, idempotency?.key],
  );
  const [first] = rows;
  if (first?.requestHash !== idempotency?.requestHash || !first) throw new ApiError('idempotencyMismatch');
  return first.id;
}

async function replaceRuns(
  client: PoolClient,
  { scriptId }: NewJob,
  deviceIds: string[],
): Promise<ChangedRun[]> {
  if (!scriptId) return [];
  return stopWhere(client, {
    where: `"deviceId" = ANY($2) AND "scriptId" = $3`,
    values: ['replaced', deviceIds, scriptId],
  });
}

/** Later than any deadline: what is held without a time is not looked at before it is released. */
const never = '9999-12-31';

interface NewRuns {
  jobId: string;
  job: NewJob;
  devices: TargetedDevice[];
  /** Of a roll-out: the wave of each device, as far as there are waves. Its runs are held. */
  waves?: number[];
}

async function insertRuns(
  client: PoolClient,
  { jobId, job, devices, waves }: NewRuns,
): Promise<ChangedRun[]> {
  const ids = devices.map(newId);
  const text = `
     INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", "retriesLeft", "isHeld",
                        "deliverBy", wave)
     SELECT run.id, $1, $2, run."deviceId", run.name, $3, $4::int, $5::timestamptz IS NOT NULL,
       COALESCE($5, now() + make_interval(secs => $6)), run.wave
     FROM unnest($7::text[], $8::text[], $9::text[], $10::int[]) AS run (id, "deviceId", name, wave)`;
  const values = [
    ...[jobId, job.accountId, job.scriptId, job.retry ? job.retry.attempts - 1 : 0],
    ...[waves ? never : null, job.deliverWithin],
    ...[idArray(ids), idArray(devices.map(({ id }) => id)), devices.map(({ name }) => name), waves ?? []],
  ];
  await client.query(prepared({ text, values }));
  return ids.map((id) => ({ id, state: 'queued' }));
}
