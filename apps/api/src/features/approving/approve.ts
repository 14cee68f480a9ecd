import type { Approval, Approve, CreateSchedule, UpdateSchedule } from '@drover/contract';
import type { Caller } from '../../auth/caller';
import { publishApprovals } from '../../bus/publish-changes';
import type { AppContext } from '../../context/app-context';
import type { Approval as Row } from '../../database/client/client';
import type { SqlClient } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError, orNotFound } from '../../errors/api-error';
import { endApproval } from '../approvals/approvals';
import { announceJob, insertJob, scriptLock, type NewJob } from '../jobs/create-job';
import { beginRollout } from '../rollouts/begin';
import { createSchedule, lockSchedule, updateSchedule } from '../schedules/schedules';
import { recordByHand, withoutRemoved } from '../schedules/start';
import { findAskerScope } from './asker';

/** A decision about a pending request. */
interface Approving extends Approve {
  caller: Caller;
  row: Row;
}

/**
 * Does what another member asked for, with the rights that this member has now. The request ends in the same transaction,
 * so that it goes at most once.
 */
export async function approve(
  context: AppContext,
  caller: Caller,
  { approvalId, note }: Approve & { approvalId: string },
): Promise<Approval> {
  const where = { id: approvalId, accountId: caller.accountId };
  const row = orNotFound(await context.prisma.approval.findFirst({ where }));
  const run = row.kind === 'run' ? approveRun : approveSchedule;
  const approval = await run(context, { caller, row, note });
  publishApprovals(context, [{ accountId: caller.accountId, approvalId }]);
  return approval;
}

async function approveRun(context: AppContext, { caller, row, note }: Approving): Promise<Approval> {
  const job = row.request as unknown as Omit<NewJob, 'targets' | 'codeSha256' | 'groups'>;
  const codeSha256 = orNotFound(row.codeSha256);
  const { idempotencyKey: key, requestHash } = row;
  const idempotency = key !== null && requestHash !== null ? { key, requestHash } : undefined;
  const targets = { devices: row.deviceIds.map((_id) => ({ _id })) };
  const { approval, added } = await transact(context.pool, scriptLock(job), async (client) => {
    const scope = await findAskerScope(client, caller, row);
    const asked: NewJob = { ...job, ...scope, idempotency, codeSha256, targets };
    const existing = await withoutRemoved(client, asked);
    const { kind, id: scheduleId } = job.trigger;
    const ofSchedule =
      kind === 'schedule' && (await lockSchedule(client, { accountId: row.accountId, scheduleId }));
    const added = await insertJob(
      client,
      { ...asked, targets: existing.targets },
      { links: context.localLinks },
    );
    // The schedule may have been deleted since.
    if (ofSchedule) await recordByHand(client, scheduleId, added.jobId);
    const decision = { approvalId: row.id, caller, state: 'approved' as const, note };
    return { added, approval: await endApproval(client, { ...decision, jobId: added.jobId }) };
  });
  announceJob(context, added);
  if (job.rollout) await beginRollout(context, added.jobId);
  return approval;
}

async function approveSchedule(context: AppContext, { caller, row, note }: Approving): Promise<Approval> {
  const { accountId } = row;
  let approval: Approval | undefined;
  const within = async (client: SqlClient, scheduleId: string) => {
    await findAskerScope(client, caller, row);
    const decision = { approvalId: row.id, caller, state: 'approved' as const, note };
    approval = await endApproval(client, { ...decision, scheduleId });
  };
  // Another code of the script has to be approved again before it goes to a protected device group.
  const approvedCodeSha256 = (row.reasons.includes('group') && row.codeSha256) || undefined;
  const approved = { approvalId: row.id, approvedCodeSha256 };
  if (row.scheduleId === null) {
    const change = { accountId, within, ...approved };
    await createSchedule(context, change, row.request as unknown as CreateSchedule);
  } else {
    const ids = { accountId, scheduleId: row.scheduleId, revision: row.scheduleRevision ?? undefined };
    await updateSchedule(context, { ...ids, within, ...approved }, row.request as unknown as UpdateSchedule);
  }
  if (!approval) throw new ApiError('internal');
  return approval;
}
