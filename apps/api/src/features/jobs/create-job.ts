import {
  LIMITS,
  type JobKind,
  type RetryRequest,
  type RolloutRequest,
  type Vars,
  REASONS,
} from '@drover/contract';
import type { Insertable } from 'kysely';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import { publishRuns } from '../../bus/publish-changes';
import { wakeDevices } from '../../bus/wake-devices';
import { insertContent } from '../../content/content';
import { anyOf } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import type { LocalLinks, MarkedRun } from '../../bus/local-links';
import { settleAll, transact } from '../../database/transaction';
import { ApiError } from '../../errors/api-error';
import { requireApproval } from '../approvals/ask';
import { beginRollout, insertRollout, orderByReachability } from '../rollouts/begin';
import { stopWhere } from '../runs/stop';
import { findReadyLinks, insertRuns } from './insert-runs';
import { fileHashesIn, requireFiles } from '../input-files/references';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { AppContext } from '../../context/app-context';
import type { Requester } from '../../http/requester';
import { findDevices, targetIds, type TargetedDevice, type Targets } from '../devices/targets';
import { assignVariants } from '../variants/assign-variants';
import { insertVariants } from '../variants/insert-variants';
import type { AssignedVariants, Variant } from '../variants/variant';
import { assertValidValues } from './config-values';

/** A job with a snapshot of its script, so that later changes to the script do not affect it. */
export interface NewJob extends Requester {
  kind: JobKind;
  scriptId: string | null;
  name: string;
  version: string | null;
  /** Number of the revision of the devscript. */
  revision?: number | null;
  codeSha256: string;
  /** The schema of the results. */
  schemaSha256?: string | null;
  /** The code, if it is not stored yet. */
  code?: Buffer;
  vars: Vars;
  env: Vars;
  timeout?: number;
  screenshotOnFailure?: boolean;
  deliverWithin: number;
  rollout?: RolloutRequest;
  retry?: RetryRequest;
  /** The job that this job re-runs. */
  rerunOf?: string;
  targets: Targets;
  /** What the devices of pinned groups run in place of the code. */
  variants?: Variant[];
  /** The only code that may run on its devices, variants included. */
  approvedCodeSha256?: string | null;
  /** Lines for the beginning of each run's log. */
  warnings?: string[];
}

/** A job that was inserted, and the changes to publish after the commit. */
export interface InsertedJob {
  jobId: string;
  /** False for a repeated request, which inserts nothing. */
  isNew: boolean;
  /** The devices that may have work now, other than the runs to send. */
  deviceIds: string[];
  /** Runs to send to devices of this node. */
  marked: MarkedRun[];
  changed: ChangedRun[];
}

/**
 * Inserts a job with a run for each device, and stops the runs that it replaces, in one transaction. Returns the ID of the
 * job. A repeated request returns the ID of the first one. Fails if a rule says that the job needs approval.
 */
export async function createJob(context: AppContext, job: NewJob): Promise<string> {
  const approvedJobId = await requireApproval(context, job);
  if (approvedJobId !== undefined) return approvedJobId;
  const inserted = await transact(context.pool, scriptLock(job), (client, commit) =>
    insertJob(client, job, { links: context.localLinks, onSent: commit }),
  );
  announceJob(context, inserted);
  if (job.rollout) await beginRollout(context, inserted.jobId);
  return inserted.jobId;
}

/** Returns the lock under which requests for one script run one after the other, so that each sees the runs to replace. */
export function scriptLock({ scriptId }: { scriptId?: string | null }): { lock?: string } {
  return { lock: scriptId ?? undefined };
}

interface InsertOptions {
  /** Without links, all runs wait until their devices are woken. */
  links?: LocalLinks;
  /** Called once all statements are sent, unless the job has a rollout. */
  onSent?: () => void;
}

/** Inserts a job. The transaction must hold its `scriptLock`, and the caller must call `announceJob` after the commit. */
export async function insertJob(
  client: PoolClient,
  job: NewJob,
  { links, onSent }: InsertOptions = {},
): Promise<InsertedJob> {
  const secretNames = secretNamesIn(job.env);
  const fileHashes = fileHashesIn(job.env);
  const findLinks = (deviceIds: string[]) =>
    links ? findReadyLinks(client, links, deviceIds) : new Map<string, string>();
  // A script first stops the runs that it replaces, and the runs of a rollout are sent later.
  const listed = job.scriptId || job.rollout ? [] : targetIds(job.targets);
  // Others may wait for the transaction, so statements that do not need each other's results are sent together.
  const inserted = settleAll([
    job.code && insertContent(client, job.codeSha256, job.code),
    insertJobRow(client, { ...job, secretNames, fileHashes }),
  ]);
  const checked = settleAll([
    requireSecrets(client, job, secretNames),
    requireFiles(client, job),
    // Locks the devices, so that none of them is deleted before the commit.
    findDevices(client, { scope: job, targets: job.targets, isLocked: true }),
    listed.length > 0 ? findLinks(listed) : undefined,
  ]);
  // The results of the checks are ignored if an earlier request with the same key created the job.
  await Promise.allSettled([inserted, checked]);
  const [, id] = await inserted;
  const unchanged = { deviceIds: [], marked: [], changed: [] };
  if (!id) return { jobId: await findRepeatedJob(client, job), isNew: false, ...unchanged };
  const [, , devices, linksOfListed] = await checked;
  const variants = await addVariants(client, { ...job, jobId: id }, devices);
  // The runs of a rollout replace nothing and are not sent until they are released.
  if (job.rollout) {
    const inOrder = await orderByReachability(client, devices, job.targets);
    const waves = await insertRollout(client, { jobId: id, rollout: job.rollout, devices: devices.length });
    const held = await insertRuns(client, { jobId: id, job, devices: inOrder, waves, variants });
    return { ...unchanged, jobId: id, isNew: true, changed: held };
  }
  const deviceIds = devices.map((device) => device.id);
  const [replaced, linkIds] = await settleAll([
    replaceRuns(client, job, deviceIds),
    // Is sent after the UPDATE of the replaced runs, so it does not find those that were canceled.
    linksOfListed ?? findLinks(deviceIds),
  ]);
  const queued = await insertRuns(client, { jobId: id, job, devices, linkIds, variants, onSent });
  const marked = devices.flatMap(({ id: deviceId, name }, index) => {
    const linkId = linkIds.get(deviceId);
    const variant = variants?.numbers.get(deviceId) ?? null;
    return linkId ? [{ id: queued[index].id, jobId: id, variant, deviceId, robotName: name, linkId }] : [];
  });
  return {
    jobId: id,
    isNew: true,
    deviceIds: deviceIds.filter((deviceId) => !linkIds.has(deviceId)),
    marked,
    changed: [...replaced, ...queued],
  };
}

/** Stores the variants of a job that its devices get. */
async function addVariants(
  client: PoolClient,
  { accountId, jobId, vars, variants = [], approvedCodeSha256: approved = null }: NewJob & { jobId: string },
  devices: TargetedDevice[],
): Promise<AssignedVariants | undefined> {
  if (variants.length === 0) return undefined;
  const deviceIds = devices.map(({ id }) => id);
  const assigned = await assignVariants(client, { accountId, variants, deviceIds });
  const { used } = assigned;
  assertValidValues(used.flatMap(({ problems = [] }) => problems));
  if (approved !== null && used.some(({ codeSha256 }) => codeSha256 !== approved)) {
    throw new ApiError('conflict', { message: `${REASONS.script_not_approved}.` });
  }
  await insertVariants(client, { accountId, jobId, vars }, used);
  return assigned;
}

/** Wakes the devices of a new job and publishes its runs. */
export function announceJob(
  context: AppContext,
  { deviceIds, marked = [], changed }: Pick<InsertedJob, 'deviceIds' | 'changed'> & Partial<InsertedJob>,
): void {
  context.localLinks.sendRuns(marked);
  wakeDevices(context, deviceIds);
  publishRuns(context, changed);
}

type JobValues = Omit<Required<Insertable<Tables['Job']>>, 'createdAt' | 'finishedEventAt'>;

/** Inserts a job, unless its idempotency key was used before. */
const insertJobStatement = defineStatement((job: Placeholders<JobValues>) =>
  db
    .insertInto('Job')
    .values(job)
    .onConflict((conflict) => conflict.columns(['accountId', 'idempotencyKey']).doNothing())
    .returning('id'),
);

/** Returns the ID of the new job, or undefined if the idempotency key was used before. */
async function insertJobRow(
  client: PoolClient,
  { idempotency, retry, trigger, ...job }: NewJob & { secretNames: string[]; fileHashes: string[] },
): Promise<string | undefined> {
  const insert = insertJobStatement({
    id: newId(),
    accountId: job.accountId,
    kind: job.kind,
    scriptId: job.scriptId,
    name: job.name,
    version: job.version,
    revision: job.revision ?? null,
    codeSha256: job.codeSha256,
    schemaSha256: job.schemaSha256 ?? null,
    vars: JSON.stringify(job.vars),
    env: JSON.stringify(job.env),
    timeout: job.timeout ?? null,
    screenshotOnFailure: job.screenshotOnFailure ?? false,
    secretNames: job.secretNames,
    fileHashes: job.fileHashes,
    idempotencyKey: idempotency?.key ?? null,
    requestHash: idempotency?.requestHash ?? null,
    deliverWithin: job.deliverWithin,
    retryAttempts: retry?.attempts ?? null,
    retryDelaySeconds: retry ? (retry.delaySeconds ?? LIMITS.retryDelaySeconds) : null,
    rerunOf: job.rerunOf ?? null,
    triggerKind: trigger.kind,
    triggerId: trigger.id,
  });
  return (await executeFirst(client, prepared(insert)))?.id;
}

async function findRepeatedJob(client: PoolClient, { accountId, idempotency }: NewJob): Promise<string> {
  const select = db
    .selectFrom('Job')
    .select(['id', 'requestHash'])
    .where('accountId', '=', accountId)
    .where('idempotencyKey', '=', idempotency?.key ?? null);
  const first = await executeFirst(client, select);
  if (!first || first.requestHash !== idempotency?.requestHash) throw new ApiError('idempotencyMismatch');
  return first.id;
}

async function replaceRuns(
  client: PoolClient,
  { scriptId }: NewJob,
  deviceIds: string[],
): Promise<ChangedRun[]> {
  if (!scriptId) return [];
  return stopWhere(client, {
    where: (eb) => eb.and([eb('deviceId', '=', anyOf(deviceIds)), eb('scriptId', '=', scriptId)]),
    reason: REASONS.replaced,
  });
}
