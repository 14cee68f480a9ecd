import type { AppContext } from '../../context/app-context';
import { now } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { transact } from '../../database/transaction';
import { recordEvents } from '../../outbox/outbox';
import { approvalColumns, toApproval } from '../../records/approval-record';
import { startPeriodicTask } from '../../tasks/periodic-task';

const everyMs = 30_000;

/** Ends the requests that nobody decided in time. */
export async function expireApprovals({ pool }: AppContext): Promise<void> {
  const update = db
    .updateTable('Approval')
    .set({ state: 'expired' })
    .where('state', '=', 'pending')
    .where('expiresAt', '<=', now)
    .returning(['accountId', ...approvalColumns]);
  await transact(pool, async (client) => {
    const rows = await execute(client, update);
    const events = rows.map(({ accountId, ...row }) => ({
      accountId,
      type: 'approval.closed' as const,
      data: toApproval(row),
    }));
    await recordEvents(client, events);
  });
}

/** Starts the periodic task that does so. Returns the function that ends it. */
export function startApprovalExpiry(context: AppContext): () => Promise<unknown> {
  const { log } = context;
  const failure = 'could not end requests that nobody approved';
  return startPeriodicTask(() => expireApprovals(context), { everyMs, log, failure }).end;
}
