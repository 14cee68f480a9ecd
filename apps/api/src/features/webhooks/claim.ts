import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { int, ints, now, secondsFromNow, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';

/** Maximum number of concurrent requests per node. */
const maxSending = 100;

/** Maximum number of concurrent requests per node and webhook. A failing webhook gets one. */
const maxSendingPerWebhook = 4;

/** How long a node may take over a delivery, beyond the request timeout, before another node takes it over. */
const leaseSeconds = 60;

/** A delivery that this node sends, and the columns of its webhook that the request needs. */
export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  type: string;
  body: string;
  attempts: number;
  url: string;
  /** The signing keys, encrypted. */
  secrets: Uint8Array[];
}

interface Claim {
  /** The webhooks to which this node is sending, and the number of requests to each. */
  webhookIds: string[];
  counts: number[];
  maxDeliveries: number;
}

const claimDeliveries = defineStatement(({ webhookIds, counts, maxDeliveries }: Placeholders<Claim>) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('Webhook as w')
        .leftJoin(
          unnest('busy', { webhookId: texts(webhookIds), count: ints(counts) }),
          'busy.webhookId',
          'w.id',
        )
        .crossJoinLateral((eb) => {
          const max = eb
            .case()
            .when('w.failingSince', 'is', null)
            .then(int(eb.val(maxSendingPerWebhook)))
            .else(1)
            .end();
          return eb
            .selectFrom('WebhookDelivery as d')
            .select('d.id')
            .whereRef('d.webhookId', '=', 'w.id')
            .where('d.nextAttemptAt', '<=', now)
            .where((inner) =>
              inner.or([inner('w.isEnabled', '=', true), inner('d.type', '=', 'webhook.test')]),
            )
            .orderBy('d.nextAttemptAt')
            .limit(sql<number>`greatest(0, ${max} - coalesce(${eb.ref('busy.count')}, 0))`)
            .forUpdate()
            .skipLocked()
            .as('d');
        })
        .select('d.id')
        .where((eb) =>
          eb.exists(eb.selectFrom('WebhookDelivery as any').where('any.nextAttemptAt', '<=', now)),
        )
        .where((eb) => eb.or([eb('w.pausedUntil', 'is', null), eb('w.pausedUntil', '<=', now)]))
        .limit(maxDeliveries),
    )
    .updateTable('WebhookDelivery as d')
    .from(['due', 'Webhook as w'])
    .set({
      attempts: (eb) => eb('d.attempts', '+', 1),
      isSending: true,
      nextAttemptAt: secondsFromNow(leaseSeconds),
    })
    .whereRef('d.id', '=', 'due.id')
    .whereRef('w.id', '=', 'd.webhookId')
    .returning(['d.id', 'd.webhookId', 'd.type', 'd.body', 'd.attempts', 'w.url'])
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
 * Claims due deliveries, at most a few per webhook, so that a target that hangs does not delay the others. A delivery
 * that its node does not finish is due again when the lease ends.
 */
export async function claimDue(
  { pool }: AppContext,
  sending: Map<string, number>,
): Promise<ClaimedDelivery[]> {
  const counts = [...sending.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total >= maxSending) return [];
  const claim = { webhookIds: [...sending.keys()], counts, maxDeliveries: maxSending - total };
  return execute(pool, claimDeliveries(claim));
}
