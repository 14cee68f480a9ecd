import { publishApprovals } from '../../bus/publish-changes';
import type { AppContext } from '../../context/app-context';
import { now } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { transact } from '../../database/transaction';
import { recordEvents } from '../../outbox/outbox';
import { approvalColumns, toApproval } from '../../records/approval-record';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { removeUncounted } from './counted-devices';

const everyMs = 30_000;

/** Ends the requests that nobody decided in time. */
export async function expireApprovals(context: AppContext): Promise<void> {
  const update = db
    .updateTable('Approval')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', now)
    .returning(['accountId', ...approvalColumns]);
  const ended = await transact(context.pool, async (client) => {
    const rows = await execute(client, update);
    const events = rows.map(({ accountId, ...row }) => ({
      accountId,
      type: 'approval.closed' as const,
      data: toApproval(row),
    }));
    await recordEvents(client, events);
    return rows.map(({ accountId, id }) => ({ accountId, approvalId: id }));
  });
  publishApprovals(context, ended);
}

async function tidy(context: AppContext): Promise<void> {
  await expireApprovals(context);
  await removeUncounted(context.pool);
}

/** Starts the task that expires requests and deletes counted devices after their hour. Returns a function that stops it. */
export function startApprovalExpiry(context: AppContext): () => Promise<unknown> {
  const { log } = context;
  const failure = 'could not end requests that nobody approved';
  return startPeriodicTask(() => tidy(context), { everyMs, log, failure }).end;
}
