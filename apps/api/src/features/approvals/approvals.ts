import {
  includesRole,
  type Approval,
  type ApprovalDetails,
  type ApprovalRules,
  type Decline,
} from '@drover/contract';
import type { Caller } from '../../auth/caller';
import { publishApprovals } from '../../bus/publish-changes';
import { readContent } from '../../content/content';
import type { AppContext } from '../../context/app-context';
import type { Approval as Row, Prisma } from '../../database/client/client';
import { now } from '../../database/expressions';
import { db, executeFirst, type SqlClient } from '../../database/sql';
import { ApiError, orNotFound } from '../../errors/api-error';
import { recordEvents } from '../../outbox/outbox';
import { approvalColumns, toApproval } from '../../records/approval-record';

/** Number of devices that the details name. */
const firstDevices = 100;

type Where = Prisma.ApprovalWhereInput;

/** What a caller may see: admins everything, others what they asked for. */
function visibleTo({ accountId, personId, tokenId, role }: Caller): Where & { accountId: string } {
  if (includesRole(role, 'admin')) return { accountId };
  return { accountId, askedById: personId, ...(personId === null && { askedByTokenId: tokenId }) };
}

export async function getApproval(
  context: AppContext,
  caller: Caller,
  approvalId: string,
): Promise<ApprovalDetails> {
  const { prisma } = context;
  const where = { ...visibleTo(caller), id: approvalId };
  const row = orNotFound(await prisma.approval.findFirst({ where }));
  const { accountId } = caller;
  const devices = await prisma.device.findMany({
    where: { accountId, id: { in: row.deviceIds.slice(0, firstDevices) } },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  });
  return {
    ...toApproval(row),
    ...(await describeRequest(context, row)),
    firstDevices: devices.map(({ id, name }) => ({ _id: id, name })),
  };
}

/** The fields of a job that its details have. The environment also contains saved values. */
const shownFields = [
  ...['kind', 'scriptId', 'name', 'version', 'revision', 'vars', 'timeout', 'deliverWithin'],
  ...['screenshotOnFailure', 'rollout', 'retry', 'rerunOf'],
];

async function describeRequest(
  context: AppContext,
  { kind, request: stored, codeSha256 }: Row,
): Promise<Pick<ApprovalDetails, 'request' | 'code'>> {
  const request = stored as Record<string, unknown>;
  if (kind !== 'run') {
    const { code = null, ...job } = (request.job ?? {}) as { code?: string };
    return { request: { ...request, ...(request.job !== undefined && { job }) }, code };
  }
  const shown = Object.fromEntries(Object.entries(request).filter(([name]) => shownFields.includes(name)));
  // What its devices of pinned groups run, if they are in these groups when the run is approved.
  if (Array.isArray(request.variants) && request.variants.length > 0) {
    shown.pinned = request.variants.map(toPinned);
  }
  const isCode = request.kind === 'execute' && codeSha256 !== null;
  return { request: shown, code: isCode ? (await readContent(context, codeSha256)).toString() : null };
}

function toPinned({ ref, revision, codeSha256 }: Record<string, unknown>) {
  return { ref, revision, codeSha256 };
}

export function getApprovalRules({ approvalRules }: Caller): ApprovalRules {
  return approvalRules;
}

export async function declineApproval(
  context: AppContext,
  caller: Caller,
  { approvalId, note }: Decline & { approvalId: string },
): Promise<void> {
  await decide(context, { approvalId, caller, state: 'declined', note });
}

/** Only who asked can withdraw a request. Admins decline it. */
export async function withdrawApproval(
  context: AppContext,
  caller: Caller,
  approvalId: string,
): Promise<void> {
  const { personId, tokenId } = caller;
  const where = { ...visibleTo(caller), id: approvalId };
  const select = { askedById: true, askedByTokenId: true };
  const asked = orNotFound(await context.prisma.approval.findFirst({ where, select }));
  const isOwn = personId === null ? asked.askedByTokenId === tokenId : asked.askedById === personId;
  if (!isOwn) {
    throw new ApiError('conflict', { message: 'Only who asked can withdraw this. Decline it instead.' });
  }
  await decide(context, { approvalId, caller, state: 'withdrawn' });
}

async function decide(context: AppContext, decision: Decision): Promise<void> {
  const { prisma } = context;
  const { accountId } = decision.caller;
  const where = { id: decision.approvalId, accountId };
  orNotFound(await prisma.approval.findFirst({ where, select: { id: true } }));
  await prisma.$transaction((transaction) => endApproval(transaction, decision));
  publishApprovals(context, [{ accountId, approvalId: decision.approvalId }]);
}

interface Decision {
  approvalId: string;
  caller: Caller;
  state: 'approved' | 'declined' | 'withdrawn';
  note?: string;
  jobId?: string;
  scheduleId?: string;
}

/** Ends a request that is still pending, once. Call it in the transaction that does what was asked for. */
export async function endApproval(
  client: SqlClient,
  { approvalId, caller, state, note, jobId, scheduleId }: Decision,
): Promise<Approval> {
  const { accountId, personId, personName, tokenName } = caller;
  const update = db
    .updateTable('Approval')
    .set({
      state,
      decidedById: personId,
      decidedByName: personName ?? tokenName,
      decidedAt: now,
      note: note ?? null,
      ...(jobId !== undefined && { jobId }),
      ...(scheduleId !== undefined && { scheduleId }),
    })
    .where('id', '=', approvalId)
    .where('accountId', '=', accountId)
    .where('state', '=', 'pending')
    .where('expiresAt', '>', now)
    .returning([...approvalColumns]);
  const row = await executeFirst(client, update);
  if (!row) throw new ApiError('conflict', { message: 'This request is no longer pending. Read it again.' });
  const data = toApproval(row);
  await recordEvents(client, [{ accountId, type: 'approval.closed', data }]);
  return data;
}
