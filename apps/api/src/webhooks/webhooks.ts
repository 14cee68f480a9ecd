import {
  LIMITS,
  type CreatedWebhook,
  type CreateWebhook,
  type Paging,
  type UpdateWebhook,
  type Webhook,
  type WebhookEvents,
  type WebhookList,
  type WebhookSecret,
} from '@drover/contract';
import type { Webhook as Row } from '../database/client/client';
import { refuseWhereFull } from '../database/full';
import { newId } from '../database/ids';
import { statementsOf } from '../database/statements';
import { transact } from '../database/transaction';
import { found } from '../http/api-error';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';
import { aboutSecret, newWebhookSecret } from './signing';
import { checkTarget } from './targets';

const room = {
  table: 'Webhook',
  max: LIMITS.webhooks,
  message: `An account has at most ${LIMITS.webhooks} webhooks. Delete one that is not needed.`,
} as const;

/** A webhook of an account. */
export interface WebhookIds {
  accountId: string;
  webhookId: string;
}

export async function listWebhooks(
  { prisma }: Service,
  accountId: string,
  paging: Paging,
): Promise<WebhookList> {
  return listPage(paging, { ...findRows(prisma.webhook, { accountId }), item: toWebhook });
}

export async function createWebhook(
  service: Service,
  accountId: string,
  { url, events, name }: CreateWebhook,
): Promise<CreatedWebhook> {
  await checkTarget(service, url);
  const [id, secret] = [newId(), newWebhookSecret()];
  const sealed = await service.vault.seal(secret, aboutSecret(id));
  const row = await service.prisma.$transaction(async (transaction) => {
    await refuseWhereFull(statementsOf(transaction), { accountId, ...room });
    return transaction.webhook.create({
      data: { id, accountId, url, events: namesIn(events), name, secret: sealed },
    });
  });
  return { ...toWebhook(row), secret };
}

export async function getWebhook({ prisma }: Service, ids: WebhookIds): Promise<Webhook> {
  return toWebhook(found(await prisma.webhook.findFirst({ where: whereOf(ids) })));
}

/** Enabling it forgets that it failed; what has waited is sent. */
export async function updateWebhook(
  service: Service,
  ids: WebhookIds,
  { url, events, name, isEnabled }: UpdateWebhook,
): Promise<void> {
  await getWebhook(service, ids);
  if (url !== undefined) await checkTarget(service, url);
  const { count } = await service.prisma.webhook.updateMany({
    where: whereOf(ids),
    data: {
      url,
      name,
      isEnabled,
      events: events && namesIn(events),
      ...(isEnabled === true && { disabledReason: null, failingSince: null, pausedUntil: null }),
    },
  });
  found(count || null);
}

/** Its deliveries go with it. */
export async function removeWebhook({ pool }: Service, { accountId, webhookId }: WebhookIds): Promise<void> {
  await transact(pool, async (client) => {
    const removal = 'DELETE FROM "Webhook" WHERE id = $1 AND "accountId" = $2';
    found((await client.query(removal, [webhookId, accountId])).rowCount || null);
  });
}

/** Makes a new secret; what was the secret until now signs as well for a time. */
export async function rotateWebhookSecret(
  service: Service,
  { accountId, webhookId }: WebhookIds,
): Promise<WebhookSecret> {
  const secret = newWebhookSecret();
  const sealed = await service.vault.seal(secret, aboutSecret(webhookId));
  const { rows } = await service.pool.query<{ oldSecretUntil: Date }>(
    `UPDATE "Webhook" SET "oldSecret" = secret, secret = $3, "oldSecretUntil" = now() + make_interval(secs => $4)
     WHERE id = $1 AND "accountId" = $2 RETURNING "oldSecretUntil"`,
    [webhookId, accountId, sealed, LIMITS.webhookOldSecretSeconds],
  );
  return { secret, oldSecretUntil: found(rows[0]).oldSecretUntil.toISOString() };
}

function whereOf({ accountId, webhookId }: WebhookIds) {
  return { id: webhookId, accountId };
}

/** As the database keeps them. */
function namesIn(events: WebhookEvents): string[] {
  return events === 'all' ? ['all'] : [...new Set(events)];
}

function toWebhook(row: Row): Webhook {
  const { oldSecretUntil } = row;
  return {
    _id: row.id,
    name: row.name,
    url: row.url,
    events: row.events.includes('all') ? 'all' : (row.events as Exclude<WebhookEvents, 'all'>),
    isEnabled: row.isEnabled,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    oldSecretUntil: oldSecretUntil && oldSecretUntil > new Date() ? oldSecretUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  };
}
