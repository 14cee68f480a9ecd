import type { Usage } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { bigints, insertFrom, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import { formatLocalTime } from '../../records/local-time';
import { startPeriodicTask } from '../../tasks/periodic-task';

/** Callers expect a number, so this is the limit of an account without one. */
const noLimit = 1_000_000_000;

/** Interval at which a node stores its counts. */
const storeIntervalMs = 10_000;

/** Returns the account's requests of this month. Those of other nodes may be missing for one interval. */
export async function getUsage(context: AppContext, accountId: string): Promise<Usage> {
  await storeRequestCounts(context);
  const month = formatLocalTime(new Date(), context.settings.TZ).slice(0, 7);
  const where = { accountId_month: { accountId, month } };
  const row = await context.prisma.requestCount.findUnique({ where });
  const used = Number(row?.requests ?? 0);
  return { limit: noLimit, remaining: Math.max(noLimit - used, 0), used, reset: startAfter(month) };
}

/** Returns the start of the next month. */
function startAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [nextYear, next] = number === 12 ? [year + 1, 1] : [year, number + 1];
  return `${nextYear}-${String(next).padStart(2, '0')}-01 00:00:00`;
}

/** Stores the counts of this node periodically, and when the server stops. */
export function startRequestCounts(context: AppContext): () => Promise<void> {
  const store = () => storeRequestCounts(context);
  const failure = 'could not store the numbers of requests';
  const task = startPeriodicTask(store, { everyMs: storeIntervalMs, log: context.log, failure });
  return async () => {
    await task.end();
    await store().catch((error: unknown) => context.log.warn({ err: error }, failure));
  };
}

interface CountColumns {
  accountIds: string[];
  months: string[];
  requests: string[];
}

/** Adds counts to those of other nodes, without those of deleted accounts. */
const addCounts = defineStatement(({ accountIds, months, requests }: Placeholders<CountColumns>) => {
  const columns = { accountId: texts(accountIds), month: texts(months), requests: bigints(requests) };
  const source = db.selectFrom(unnest('v', columns)).innerJoin('Account as a', 'a.id', 'v.accountId');
  return insertFrom(db.insertInto('RequestCount'), source, (eb) => ({
    accountId: eb.ref('v.accountId'),
    month: eb.ref('v.month'),
    requests: eb.ref('v.requests'),
  })).onConflict((conflict) =>
    conflict
      .columns(['accountId', 'month'])
      .doUpdateSet({ requests: (eb) => eb('RequestCount.requests', '+', eb.ref('excluded.requests')) }),
  );
});

async function storeRequestCounts({ pool, requestCounts }: AppContext): Promise<void> {
  const rows = requestCounts.take();
  if (rows.length === 0) return;
  const columns = {
    accountIds: rows.map(({ accountId }) => accountId),
    months: rows.map(({ month }) => month),
    requests: rows.map(({ requests }) => String(requests)),
  };
  try {
    await execute(pool, addCounts(columns));
  } catch (error) {
    for (const { accountId, month, requests } of rows) requestCounts.add(accountId, month, requests);
    throw error;
  }
}
