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
import type { Webhook as Row } from '../../database/client/client';
import { assertQuota } from '../../database/quota';
import { newId } from '../../database/ids';
import { secondsFromNow } from '../../database/expressions';
import { db, executeCount, executeFirst } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { aboutSecret, createWebhookSecret } from './signing';
import { checkTarget } from './targets';

const quota = {
  table: 'Webhook',
  max: LIMITS.webhooks,
  message: `An account has at most ${LIMITS.webhooks} webhooks. Delete one before you create another.`,
} as const;

/** A webhook of an account. */
export interface WebhookIds {
  accountId: string;
  webhookId: string;
}

export async function listWebhooks(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<WebhookList> {
  return listPage(paging, { ...findRows(prisma.webhook, { accountId }), item: toWebhook });
}

export async function createWebhook(
  context: AppContext,
  accountId: string,
  { url, events, name }: CreateWebhook,
): Promise<CreatedWebhook> {
  await checkTarget(context, url);
  const [id, secret] = [newId(), createWebhookSecret()];
  const sealed = await context.vault.seal(secret, aboutSecret(id));
  const row = await context.prisma.$transaction(async (transaction) => {
    await assertQuota(transaction, { accountId, ...quota });
    return transaction.webhook.create({
      data: { id, accountId, url, events: namesIn(events), name, secret: sealed },
    });
  });
  return { ...toWebhook(row), secret };
}

export async function getWebhook({ prisma }: AppContext, ids: WebhookIds): Promise<Webhook> {
  return toWebhook(orNotFound(await prisma.webhook.findFirst({ where: whereOf(ids) })));
}

/** Updates a webhook. Enabling it clears its failures, so that pending deliveries are sent. */
export async function updateWebhook(
  context: AppContext,
  ids: WebhookIds,
  { url, events, name, isEnabled }: UpdateWebhook,
): Promise<void> {
  await getWebhook(context, ids);
  if (url !== undefined) await checkTarget(context, url);
  const { count } = await context.prisma.webhook.updateMany({
    where: whereOf(ids),
    data: {
      url,
      name,
      isEnabled,
      events: events && namesIn(events),
      ...(isEnabled === true && { disabledReason: null, failingSince: null, pausedUntil: null }),
    },
  });
  orNotFound(count || null);
}

/** Deletes a webhook with its deliveries. */
export async function removeWebhook(
  { pool }: AppContext,
  { accountId, webhookId }: WebhookIds,
): Promise<void> {
  const removal = db.deleteFrom('Webhook').where('id', '=', webhookId).where('accountId', '=', accountId);
  orNotFound((await executeCount(pool, removal)) || null);
}

/** Creates a new secret. For a time, requests are signed with the old secret too. */
export async function rotateWebhookSecret(
  context: AppContext,
  { accountId, webhookId }: WebhookIds,
): Promise<WebhookSecret> {
  const secret = createWebhookSecret();
  const sealed = await context.vault.seal(secret, aboutSecret(webhookId));
  const update = db
    .updateTable('Webhook')
    .set({
      oldSecret: (eb) => eb.ref('secret'),
      secret: sealed,
      oldSecretUntil: secondsFromNow(LIMITS.webhookPreviousSecretSeconds),
    })
    .where('id', '=', webhookId)
    .where('accountId', '=', accountId)
    .returning('oldSecretUntil');
  const oldSecretUntil = orNotFound((await executeFirst(context.pool, update))?.oldSecretUntil);
  return { secret, oldSecretUntil: oldSecretUntil.toISOString() };
}

function whereOf({ accountId, webhookId }: WebhookIds) {
  return { id: webhookId, accountId };
}

/** Returns the events as the database stores them. */
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
