import { BUDGET } from '@drover/contract/budget';
import { newId } from '../../database/ids';
import { explainStatements } from '../../testing/explain';
import { TestReceiver } from '../../testing/test-receiver';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { createWebhook } from '../../testing/test-webhook';
import { claimDue, type ClaimedDelivery } from './claim';

const perNode = BUDGET.webhookDeliveriesSending.max;
const busy = BUDGET.webhookDeliveriesBusy.max;
const perAccount = BUDGET.webhookDeliveriesSendingPerAccount.max;
const perWebhook = BUDGET.webhookDeliveriesSendingPerWebhook.max;

let server: TestServer;
let hanging: TestReceiver;

beforeEach(async () => {
  server = await startTestServer();
  hanging = await TestReceiver.open();
  hanging.answer = () => undefined;
});
afterEach(async () => {
  await server.context.prisma.webhookDelivery.deleteMany();
  await server.close();
  await hanging.close();
});

/** Creates webhooks of a new account. Returns their IDs. */
async function createWebhooks(count: number): Promise<string[]> {
  const account = await server.createAccount();
  const webhooks: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { _id } = await createWebhook(server, account, { url: hanging.url, events: 'all' });
    webhooks.push(_id);
  }
  return webhooks;
}

/** Makes deliveries to each of the webhooks due at the same time. */
async function makeDue(webhookIds: string[], each: number): Promise<void> {
  const data = webhookIds.flatMap((webhookId) =>
    Array.from({ length: each }, () => ({ id: newId(), webhookId, type: 'webhook.test', body: '{}' })),
  );
  await server.context.prisma.webhookDelivery.createMany({ data });
}

/** Expects that so many deliveries are being sent, and that others wait. */
async function expectSending(count: number): Promise<void> {
  await hanging.requests(count);
  expect(await server.context.prisma.webhookDelivery.count({ where: { isSending: true } })).toBe(count);
  expect(hanging.received).toHaveLength(count);
}

describe('claimDue', () => {
  it('does not read the table when nothing is due, though most was due before', async () => {
    const { context } = server;
    const [webhookId] = await createWebhooks(1);
    const due = 5000;
    await context.prisma.webhook.update({
      where: { id: webhookId },
      data: { pausedUntil: new Date(Date.now() + 60_000) },
    });
    await makeDue([webhookId], due);
    await context.pool.query('ANALYZE "WebhookDelivery"');
    await context.prisma.webhookDelivery.updateMany({ data: { nextAttemptAt: null } });
    const [{ rows }] = await explainStatements(context, ['WebhookDelivery'], (own) => claimDue(own, []));
    expect(rows).toBeLessThan(10);
  });

  it('reads few rows of each webhook after a flood, though nothing was due when the table was analysed', async () => {
    const { context } = server;
    const webhookIds = await createWebhooks(10);
    const later = { nextAttemptAt: new Date(Date.now() + 60_000) };
    await context.prisma.webhook.updateMany({ data: { pausedUntil: later.nextAttemptAt } });
    await makeDue(webhookIds.slice(0, 1), 100);
    await context.prisma.webhookDelivery.updateMany({ data: later });
    await context.pool.query('ANALYZE "WebhookDelivery"');
    await makeDue(webhookIds, 500);
    await context.prisma.webhook.updateMany({ data: { pausedUntil: null } });
    const [{ rows }] = await explainStatements(context, ['WebhookDelivery'], (own) => claimDue(own, []));
    expect(rows).toBeLessThan(20 * webhookIds.length);
  });

  it('reads no deliveries of disabled webhooks, or of accounts that have reached their limit', async () => {
    const { context } = server;
    const [disabledId, fullId] = [(await createWebhooks(1))[0], (await createWebhooks(1))[0]];
    const { accountId } = await context.prisma.webhook.findUniqueOrThrow({ where: { id: fullId } });
    const pausedUntil = new Date(Date.now() + 60_000);
    await context.prisma.webhook.updateMany({ data: { pausedUntil } });
    await makeDue([disabledId, fullId], 5000);
    await context.prisma.webhookDelivery.updateMany({ data: { type: 'message.created' } });
    await makeDue([disabledId], 1);
    await context.pool.query('ANALYZE "WebhookDelivery"');
    await context.prisma.webhook.update({ where: { id: fullId }, data: { pausedUntil: null } });
    const update = { isEnabled: false, pausedUntil: null };
    await context.prisma.webhook.update({ where: { id: disabledId }, data: update });
    const sending = Array.from({ length: perAccount }, () => ({ webhookId: fullId, accountId }));
    let claimed: ClaimedDelivery[] = [];
    const [{ rows }] = await explainStatements(context, ['WebhookDelivery'], async (own) => {
      claimed = await claimDue(own, sending);
    });
    expect(claimed.filter(({ webhookId }) => webhookId !== disabledId)).toEqual([]);
    // The server itself may have claimed the test delivery before.
    const where = { webhookId: disabledId, attempts: { gt: 0 } };
    expect(await context.prisma.webhookDelivery.findMany({ where })).toMatchObject([
      { type: 'webhook.test' },
    ]);
    expect(rows).toBeLessThan(20);
  });
});

describe('webhook deliveries whose targets hang', () => {
  it('are sent at the same time up to the bound of a webhook', async () => {
    await makeDue(await createWebhooks(1), perWebhook + 1);
    await expectSending(perWebhook);
  });

  it('are sent at the same time up to the bound of an account', async () => {
    await makeDue(await createWebhooks(perAccount + 1), 1);
    await expectSending(perAccount);
  });

  it('are sent one at a time to each account while the node is busy', async () => {
    const accounts = await Promise.all(Array.from({ length: busy / perAccount }, () => createWebhooks(2)));
    const last = await createWebhooks(2);
    await makeDue(accounts.flat(), perAccount / 2);
    await expectSending(busy);
    await makeDue(last, 1);
    await expectSending(busy + 1);
  });

  it('are sent at the same time up to the bound of a node', async () => {
    const accounts = await Promise.all(
      Array.from({ length: perNode / perAccount + 1 }, () => createWebhooks(2)),
    );
    await makeDue(accounts.flat(), perAccount / 2);
    await expectSending(perNode);
  });
});
