import { BUDGET } from '@drover/contract/budget';
import { sql, type Expression } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { anyOf, int, now, secondsFromNow, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';

const maxSending = BUDGET.webhookDeliveriesSending.max;
const maxSendingPerAccount = BUDGET.webhookDeliveriesSendingPerAccount.max;

/** Above this number, each account gets one concurrent request, so that many slow accounts leave room for others. */
const busySending = BUDGET.webhookDeliveriesBusy.max;

/** A failing webhook gets one. */
const maxSendingPerWebhook = BUDGET.webhookDeliveriesSendingPerWebhook.max;

/** How long a node may take over a delivery, beyond the request timeout, before another node takes it over. */
const leaseSeconds = 60;

/** A delivery that this node sends, and the columns of its webhook that the request needs. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  accountId: string;
  type: string;
  body: string;
  attempts: number;
  url: string;
  /** The signing keys, encrypted. */
  secrets: Uint8Array[];
}

interface Claim {
  /** The webhook and the account of each request that this node is sending. */
  webhookIds: string[];
  accountIds: string[];
  /** Accounts that may not send more at present. */
  fullAccountIds: string[];
  maxPerAccount: number;
  maxDeliveries: number;
}

/**
 * When the first of all deliveries is due. ORDER BY makes it a lookup in an index. PostgreSQL may answer whether any is due by
 * reading the table, most of which are old versions of rows after many deliveries.
 */
const firstDueAt = db
  .selectFrom('WebhookDelivery as first')
  .select('first.nextAttemptAt')
  .where('first.nextAttemptAt', 'is not', null)
  .orderBy('first.nextAttemptAt')
  .limit(1);

/**
 * The webhook of a delivery, as the indexes of pending deliveries have it: with a collation of their own, so that PostgreSQL
 * does not take the index of all deliveries of a webhook instead, whatever it assumes about the table.
 */
const indexedWebhookId = sql<string>`d."webhookId" COLLATE "C"`;

/** The first webhook with pending deliveries. */
const firstPending = db
  .selectFrom('WebhookDelivery as d')
  .select('d.webhookId')
  .where('d.nextAttemptAt', 'is not', null)
  .orderBy(indexedWebhookId)
  .orderBy('d.nextAttemptAt')
  .limit(1);

/** Selects the webhooks with pending deliveries, or none if no delivery is due. Costs one index lookup per webhook. */
const selectPending = db
  .withRecursive('pending', (cte) =>
    cte
      .selectNoFrom(firstPending.as('webhookId'))
      .where((eb) => eb(firstDueAt, '<=', now))
      .unionAll(
        cte
          .selectFrom('pending')
          .select((eb) =>
            firstPending.where(indexedWebhookId, '>', eb.ref('pending.webhookId')).as('webhookId'),
          )
          .where('pending.webhookId', 'is not', null),
      ),
  )
  .selectFrom('pending')
  .select('pending.webhookId');

/**
 * The first due deliveries of a webhook. They are found by comparing rows, which only an index on both columns supports.
 * If each column had a condition of its own, PostgreSQL might use the index on the time, and read the due deliveries of
 * all webhooks again for each webhook.
 */
const selectDueOf = (webhookId: Expression<string>, limit: Expression<number>) =>
  db
    .selectFrom('WebhookDelivery as d')
    .select(['d.id', 'd.nextAttemptAt'])
    .where('d.nextAttemptAt', 'is not', null)
    .where(
      sql<boolean>`(${indexedWebhookId}, d."nextAttemptAt") >= (${webhookId}, '-infinity'::timestamptz) AND
        (${indexedWebhookId}, d."nextAttemptAt") <= (${webhookId}, ${now})`,
    )
    .orderBy(indexedWebhookId)
    .orderBy('d.nextAttemptAt')
    .limit(limit);

/** Due deliveries, each with its number in the queue of its account, which begins with the requests in progress. */
const selectCandidates = ({ webhookIds, accountIds, fullAccountIds }: Placeholders<Claim>) => {
  const countSending = (column: 'webhookId' | 'accountId', id: Expression<string>) =>
    db
      .selectFrom(unnest('sending', { webhookId: texts(webhookIds), accountId: texts(accountIds) }))
      .select((eb) => int(eb.fn.countAll()).as('count'))
      .where(`sending.${column}`, '=', id);
  return db
    .selectFrom('Webhook as w')
    .crossJoinLateral((eb) => {
      const max = eb
        .case()
        .when('w.failingSince', 'is', null)
        .then(int(eb.val(maxSendingPerWebhook)))
        .else(1)
        .end();
      const limit = sql<number>`greatest(0, ${max} - ${countSending('webhookId', eb.ref('w.id'))})`;
      const due = selectDueOf(eb.ref('w.id'), limit).where(eb.ref('w.isEnabled'));
      // A disabled webhook sends only test deliveries, which have a partial index.
      const tests = selectDueOf(eb.ref('w.id'), limit)
        .where(eb.not(eb.ref('w.isEnabled')))
        .where(sql<boolean>`d.type = 'webhook.test'`);
      return db
        .selectFrom(due.as('due'))
        .selectAll()
        .unionAll(db.selectFrom(tests.as('test')).selectAll())
        .as('d');
    })
    .select(['d.id', 'd.nextAttemptAt'])
    .select((eb) => {
      const [accountId, dueAt] = [eb.ref('w.accountId'), eb.ref('d.nextAttemptAt')];
      const rank = sql<number>`row_number() OVER (PARTITION BY ${accountId} ORDER BY ${dueAt})`;
      return sql<number>`${rank} + ${countSending('accountId', accountId)}`.as('numberInAccount');
    })
    .where('w.id', '=', anyOf(sql<string[]>`array(${selectPending})`))
    .where('w.accountId', '<>', sql<string>`all(${fullAccountIds}::text[])`)
    .where((eb) => eb.or([eb('w.pausedUntil', 'is', null), eb('w.pausedUntil', '<=', now)]));
};

const claimDeliveries = defineStatement((claim: Placeholders<Claim>) =>
  db
    .with('candidate', () => selectCandidates(claim))
    // Accounts take turns: first those with the fewest requests in progress.
    .with('due', (cte) =>
      cte
        .selectFrom('candidate')
        .select('id')
        .where('numberInAccount', '<=', claim.maxPerAccount)
        .orderBy('numberInAccount')
        .orderBy('nextAttemptAt')
        .limit(claim.maxDeliveries),
    )
    // Locked only now, because a lock is written to the table. Another node may have claimed some of them meanwhile.
    .with('claimed', (cte) =>
      cte
        .selectFrom('WebhookDelivery')
        .select('id')
        // As an array, and beside a condition without an index, the IDs are looked up, whatever the table contained when it
        // was last analysed.
        .where('id', '=', anyOf(sql<string[]>`array(${cte.selectFrom('due').select('id')})`))
        .where(sql<boolean>`coalesce("nextAttemptAt" <= ${now}, false)`)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('WebhookDelivery as d')
    .from('Webhook as w')
    .set({
      attempts: (eb) => eb('d.attempts', '+', 1),
      isSending: true,
      nextAttemptAt: secondsFromNow(leaseSeconds),
    })
    .where('d.id', '=', (eb) => anyOf(sql<string[]>`array(${eb.selectFrom('claimed').select('claimed.id')})`))
    .whereRef('w.id', '=', 'd.webhookId')
    .returning(['d.id', 'd.webhookId', 'w.accountId', 'd.type', 'd.body', 'd.attempts', 'w.url'])
    .returning((eb) =>
      eb
        .case()
        .when('w.oldSecretUntil', '>', now)
        .then(sql<Buffer[]>`array[${eb.ref('w.secret')}, ${eb.ref('w.oldSecret')}]`)
        .else(sql<Buffer[]>`array[${eb.ref('w.secret')}]`)
        .end()
        .as('secrets'),
    ),
);

/**
 * Claims due deliveries, a few per webhook and account, so that targets that hang do not delay other accounts. A
 * delivery that its node does not finish is due again when the lease ends.
 */
export async function claimDue(
  { pool }: AppContext,
  sending: Iterable<Pick<ClaimedDelivery, 'webhookId' | 'accountId'>>,
): Promise<ClaimedDelivery[]> {
  const inProgress = [...sending];
  if (inProgress.length >= maxSending) return [];
  const maxPerAccount = inProgress.length < busySending ? maxSendingPerAccount : 1;
  const accountIds = inProgress.map(({ accountId }) => accountId);
  const claim = {
    webhookIds: inProgress.map(({ webhookId }) => webhookId),
    accountIds,
    fullAccountIds: valuesWithAtLeast(maxPerAccount, accountIds),
    maxPerAccount,
    maxDeliveries: maxSending - inProgress.length,
  };
  return execute(pool, prepared(claimDeliveries(claim)));
}

/** Returns the values that occur at least so many times. */
function valuesWithAtLeast(times: number, values: string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.keys()].filter((value) => counts.get(value)! >= times);
}
