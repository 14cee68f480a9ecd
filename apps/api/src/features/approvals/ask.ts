import {
  LIMITS,
  type ApprovalKind,
  type ApprovalReason,
  type CreateJob,
  type JobKind,
  type CreateSchedule,
  type UpdateSchedule,
} from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ApprovalGate } from '../../auth/approval-gate';
import { allDevices } from '../../auth/caller';
import { publishApprovals } from '../../bus/publish-changes';
import { insertContent } from '../../content/content';
import type { AppContext } from '../../context/app-context';
import { int, now, secondsFromNow } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError } from '../../errors/api-error';
import type { Requester } from '../../http/requester';
import { recordEvents } from '../../outbox/outbox';
import { approvalColumns, toApproval } from '../../records/approval-record';
import { findDevices, type Targets } from '../devices/targets';
import { reasonsForRun } from './rules';

/** A job that may need approval. What it has beyond this is stored as it is. */
interface AskedRun extends Requester {
  kind: JobKind;
  scriptId: string | null;
  name: string;
  targets: Targets;
  codeSha256: string;
  code?: Buffer;
}

/**
 * Fails if a rule says that a job needs approval, after it has asked for it. Returns the ID of the job if the same request
 * was approved before, and undefined if the job needs no approval.
 */
export async function requireApproval(context: AppContext, run: AskedRun): Promise<string | undefined> {
  const { gate, idempotency, targets, code, codeSha256, groups: _groups, ...request } = run;
  if (!gate) return undefined;
  const repeated = await findRepeated(context, run);
  if (repeated) return repeated;
  const { accountId } = request;
  const devices = await findDevices(context.pool, { scope: run, targets });
  const deviceIds = devices.map(({ id }) => id);
  const { kind: jobKind, scriptId, name } = request;
  const start = { gate, accountId, script: scriptId ?? jobKind };
  const reasons = await reasonsForRun(context.pool, start, deviceIds);
  if (reasons.length === 0) return undefined;
  const asked = { accountId, gate, kind: 'run' as const, jobKind, name, reasons, request };
  throw await ask(context, { ...asked, idempotency, deviceIds, codeSha256, code });
}

/**
 * Returns the job of a request with the same key that has started, or was approved. Fails if that request was not
 * approved.
 */
async function findRepeated(
  { prisma }: AppContext,
  { accountId, idempotency }: AskedRun,
): Promise<string | undefined> {
  if (!idempotency) return undefined;
  const where = { accountId_idempotencyKey: { accountId, idempotencyKey: idempotency.key } };
  const job = await prisma.job.findUnique({ where, select: { id: true, requestHash: true } });
  if (job && job.requestHash !== idempotency.requestHash) throw new ApiError('idempotencyMismatch');
  if (job) return job.id;
  const select = { id: true, state: true, jobId: true, requestHash: true };
  const first = await prisma.approval.findUnique({ where, select });
  if (!first) return undefined;
  if (first.requestHash !== idempotency.requestHash) throw new ApiError('idempotencyMismatch');
  if (first.state === 'pending') throw approvalRequired(first.id);
  if (first.state === 'approved' && first.jobId !== null) return first.jobId;
  throw new ApiError('conflict', {
    message: `This request was not approved: its approval is ${first.state}.`,
  });
}

/** A change of a schedule that may need approval. */
interface AskedSchedule {
  accountId: string;
  gate?: ApprovalGate;
  kind: 'schedule_create' | 'schedule_update';
  name: string;
  /** What the schedule will run. */
  job: CreateJob;
  request: CreateSchedule | UpdateSchedule;
  /** SHA-256 of the current code of the script. */
  codeSha256?: string;
  scheduleId?: string;
  scheduleRevision?: number;
}

/** Fails if a rule says that a schedule, or a run of its job, needs approval, after it has asked for it. */
export async function requireScheduleApproval(
  context: AppContext,
  { gate, job, ...asked }: AskedSchedule,
): Promise<void> {
  if (!gate) return;
  const { accountId } = asked;
  const deviceIds = await findMatches(context, accountId, job);
  const start = { gate, accountId, script: job.scriptId ?? 'execute', isAsked: gate.rules.schedules };
  const ofRun = await reasonsForRun(context.pool, start, deviceIds);
  const reasons = [...(gate.rules.schedules ? (['schedule'] as const) : []), ...ofRun];
  if (reasons.length === 0) return;
  throw await ask(context, { ...asked, gate, reasons, deviceIds: [], deviceCount: deviceIds.length });
}

/** Returns the devices that a schedule would run on now. A selector may match none yet. */
async function findMatches({ pool }: AppContext, accountId: string, job: CreateJob): Promise<string[]> {
  try {
    const devices = await findDevices(pool, { scope: allDevices(accountId), targets: job });
    return devices.map(({ id }) => id);
  } catch (error) {
    if (error instanceof ApiError && error.errors?.[0]?.path === 'selector') return [];
    throw error;
  }
}

/** What is stored until a second member decides. */
interface Asked extends Pick<Requester, 'idempotency'> {
  accountId: string;
  gate: ApprovalGate;
  kind: ApprovalKind;
  jobKind?: JobKind;
  name: string;
  reasons: ApprovalReason[];
  request: object;
  deviceIds: string[];
  deviceCount?: number;
  codeSha256?: string;
  code?: Buffer;
  scheduleId?: string;
  scheduleRevision?: number;
}

/** Stores what was asked for, and returns the error that says so. */
async function ask(context: AppContext, asked: Asked): Promise<ApiError> {
  const id = newId();
  await transact(context.pool, { lock: `approvals ${asked.accountId}` }, async (client) => {
    await assertFewPending(client, asked.accountId);
    if (asked.code && asked.codeSha256) await insertContent(client, asked.codeSha256, asked.code);
    const row = await executeFirst(client, insertApproval(id, asked));
    if (!row) throw new Error('The approval was not inserted.');
    const data = toApproval(row);
    await recordEvents(client, [{ accountId: asked.accountId, type: 'approval.requested', data }]);
  });
  publishApprovals(context, [{ accountId: asked.accountId, approvalId: id }]);
  return approvalRequired(id);
}

function insertApproval(id: string, { gate, idempotency, ...asked }: Asked) {
  return db
    .insertInto('Approval')
    .values({
      id,
      accountId: asked.accountId,
      kind: asked.kind,
      jobKind: asked.jobKind ?? null,
      name: asked.name,
      reasons: asked.reasons,
      deviceCount: asked.deviceCount ?? asked.deviceIds.length,
      deviceIds: asked.deviceIds,
      request: JSON.stringify(asked.request),
      codeSha256: asked.codeSha256 ?? null,
      scheduleId: asked.scheduleId ?? null,
      scheduleRevision: asked.scheduleRevision ?? null,
      askedById: gate.personId,
      askedByTokenId: gate.tokenId,
      askedByName: gate.name,
      askedByRole: gate.role,
      idempotencyKey: idempotency?.key ?? null,
      requestHash: idempotency?.requestHash ?? null,
      expiresAt: secondsFromNow(LIMITS.approvalSeconds),
    })
    .returning([...approvalColumns]);
}

async function assertFewPending(client: PoolClient, accountId: string): Promise<void> {
  const select = db
    .selectFrom('Approval')
    .select((eb) => int(eb.fn.countAll()).as('count'))
    .where('accountId', '=', accountId)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', now);
  const pending = await executeFirst(client, select);
  if ((pending?.count ?? 0) < LIMITS.pendingApprovals) return;
  const message = `At most ${LIMITS.pendingApprovals} requests can wait for approval. Decide or withdraw some first.`;
  throw new ApiError('conflict', { message });
}

function approvalRequired(approvalId: string): ApiError {
  return new ApiError('approvalRequired', {
    message: `This needs the approval of another member, which was asked for: approval ${approvalId}.`,
    approvalId,
  });
}
