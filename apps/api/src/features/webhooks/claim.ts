import { BUDGET } from '@drover/contract/budget';
import { sql, type Expression } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { anyOf, int, now, secondsFromNow, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';

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
 * The condition that a delivery belongs to the webhook and is due. Only the index on both columns supports a comparison of
 * rows. With a condition for each column, PostgreSQL may use the index on the time and read the due deliveries of all
 * webhooks once for each webhook, if few were due when the table was last analysed.
 */
const isDueOf = (webhookId: Expression<string>) =>
  sql<boolean>`(d."webhookId", d."nextAttemptAt") >= (${webhookId}, '-infinity'::timestamptz) AND
    (d."webhookId", d."nextAttemptAt") <= (${webhookId}, ${now})`;

/** Due deliveries, each with its number in the queue of its account, which begins with the requests in progress. */
const selectCandidates = ({ webhookIds, accountIds }: Placeholders<Claim>) => {
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
      return eb
        .selectFrom('WebhookDelivery as d')
        .select(['d.id', 'd.nextAttemptAt'])
        .where(isDueOf(eb.ref('w.id')))
        .where((inner) => inner.or([inner('w.isEnabled', '=', true), inner('d.type', '=', 'webhook.test')]))
        .orderBy('d.webhookId')
        .orderBy('d.nextAttemptAt')
        .limit(sql<number>`greatest(0, ${max} - ${countSending('webhookId', eb.ref('w.id'))})`)
        .forUpdate()
        .skipLocked()
        .as('d');
    })
    .select(['d.id', 'd.nextAttemptAt'])
    .select((eb) => {
      const [accountId, dueAt] = [eb.ref('w.accountId'), eb.ref('d.nextAttemptAt')];
      const rank = sql<number>`row_number() OVER (PARTITION BY ${accountId} ORDER BY ${dueAt})`;
      return sql<number>`${rank} + ${countSending('accountId', accountId)}`.as('numberInAccount');
    })
    .where((eb) => eb(firstDueAt, '<=', now))
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
    .updateTable('WebhookDelivery as d')
    .from('Webhook as w')
    .set({
      attempts: (eb) => eb('d.attempts', '+', 1),
      isSending: true,
      nextAttemptAt: secondsFromNow(leaseSeconds),
    })
    // As an array, the IDs are looked up in the index, whatever the table contained when it was last analysed.
    .where('d.id', '=', (eb) => anyOf(sql<string[]>`array(${eb.selectFrom('due').select('due.id')})`))
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
  const claim = {
    webhookIds: inProgress.map(({ webhookId }) => webhookId),
    accountIds: inProgress.map(({ accountId }) => accountId),
    maxPerAccount: inProgress.length < busySending ? maxSendingPerAccount : 1,
    maxDeliveries: maxSending - inProgress.length,
  };
  return execute(pool, claimDeliveries(claim));
}
