import { LIMITS } from '@drover/contract';
import type { Pool } from 'pg';
import { newId } from '../../database/ids';
import { eventually } from '../../testing/eventually';
import type { TestReceiver } from '../../testing/test-receiver';
import { status } from '../../testing/test-receiver';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { openWebhookStage, type WebhookStage } from '../../testing/test-webhook';
import { settleDelivery } from './settle';

let server: TestServer;
let stage: WebhookStage;
let owner: TestAccount;
let receiver: TestReceiver;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  stage = await openWebhookStage(server);
  ({ owner, receiver } = stage);
});
afterEach(() => stage.close());

const create = () => stage.create();
const send = (text: string) => stage.say(text);

describe('settleDelivery', () => {
  it.each([
    { result: 'success', error: null, isFailing: false, state: 'delivered' },
    { result: 'failure after others', error: 'answered with status 500', isFailing: true, state: 'pending' },
  ])('records a $result in one statement, for which those of others hardly wait', async (sample) => {
    const { error, isFailing, state } = sample;
    const { _id: webhookId } = await create();
    const { context } = server;
    const delivery = { id: newId(), webhookId, type: 'message.created', body: '{}', attempts: 1 };
    const nextAttemptAt = new Date(Date.now() + 60_000);
    await context.prisma.webhookDelivery.create({ data: { ...delivery, isSending: true, nextAttemptAt } });
    const failingSince = isFailing ? new Date(Date.now() - 60_000) : null;
    await context.prisma.webhook.update({ where: { id: webhookId }, data: { failingSince } });
    const query = jest.fn((statement: string) => context.pool.query(statement));
    const answer = { status: error === null ? 200 : 500, headers: {}, body: '' };
    await settleDelivery(
      { ...context, pool: { query } as unknown as Pool },
      { ...delivery, accountId: owner.accountId, url: '', secrets: [] },
      { headers: {}, answer, durationMs: 1, error },
    );
    expect(query).toHaveBeenCalledTimes(1);
    const stored = await context.prisma.webhookDelivery.findUnique({ where: { id: delivery.id } });
    expect(stored).toMatchObject({ state, isSending: false, error });
    expect(stored?.nextAttemptAt === null).toBe(state === 'delivered');
    expect(await context.prisma.webhook.findUnique({ where: { id: webhookId } })).toMatchObject({
      failingSince,
    });
  });
});

describe('failing webhook', () => {
  const inbox = async () =>
    (await owner.as.get('/v1/messages')).body.items as { title: string; text: string }[];

  it('is disabled with a notice after days of failures, and resumes when enabled', async () => {
    const hook = await create();
    receiver.answer = status(500);
    await send('one');
    await receiver.requests(1);
    await eventually(async () => expect((await hook.read()).failingSince).not.toBeNull());
    const setFailingSince = (secondsMore: number) =>
      server.context.pool.query(
        `UPDATE "Webhook" SET "failingSince" = now() - make_interval(secs => $2) WHERE id = $1`,
        [hook._id, LIMITS.webhookFailingSecondsMax + secondsMore],
      );
    await setFailingSince(-60);
    await hook.hasten();
    await receiver.requests(2);
    await eventually(async () => expect((await hook.deliveries())[0].nextAttemptAt).not.toBeNull());
    expect((await hook.read()).isEnabled).toBe(true);
    await setFailingSince(60);
    await hook.hasten();
    await receiver.requests(3);
    await eventually(async () => {
      expect(await hook.read()).toMatchObject({
        isEnabled: false,
        disabledReason: 'every request has failed for 5 days, the last one with: answered with status 500',
      });
    });
    expect((await inbox())[0]).toMatchObject({
      title: 'A webhook was disabled',
      text: expect.stringContaining(receiver.url),
    });
    await hook.hasten();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(receiver.received).toHaveLength(3);
    receiver.answer = status(204);
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: true }).expect(204);
    await receiver.requests(4);
    expect(hook.textsOf(receiver.received).at(-1)).toBe('one');
  });

  it('is disabled at once when its target returns 410', async () => {
    const hook = await create();
    receiver.answer = status(410);
    await send('one');
    await eventually(async () => {
      expect(await hook.read()).toMatchObject({
        isEnabled: false,
        disabledReason: 'its target answered with status 410: gone',
      });
    });
    expect((await inbox())[0]?.title).toBe('A webhook was disabled');
  });
});
