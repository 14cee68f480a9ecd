import { LIMITS, type RunOrder } from '@drover/contract';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { execute as executeOn } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});

const put = (name: string, value: string, account = owner) =>
  account.as.put(`/v1/secrets/${name}`).send({ value });
const execute = (vars: object) => executeOn(owner, [device], { vars });

describe('masking of run output', () => {
  /** Writes the value to log lines, a message and the reason. */
  async function writeValue(
    order: RunOrder,
    link: Awaited<ReturnType<TestDevice['connect']>>,
    value: string,
  ) {
    const [runId, at] = [order.runId, Date.now()];
    await link.log(runId, [`it is ${value}`, 'harmless']);
    const attachments = [{ type: 'json', data: { [value]: [value] } }];
    await link.report({ type: 'posted', runId, at, title: value, text: `so: ${value}`, attachments });
    await link.finish(runId, { state: 'failed', reason: `Error: ${value}`, exitCode: 1 });
  }

  async function expectMasked(runId: string) {
    const { body: logs } = await owner.as.get(`/v1/runs/${runId}/logs`);
    expect((logs as { items: { text: string }[] }).items.map(({ text }) => text)).toEqual([
      'it is ***',
      'harmless',
    ]);
    expect((await owner.as.get(`/v1/runs/${runId}`)).body).toMatchObject({ reason: 'Error: ***' });
    const message = {
      title: '***',
      text: 'so: ***',
      attachments: [{ type: 'json', data: { '***': ['***'] } }],
    };
    expect((await owner.as.get('/v1/messages')).body).toMatchObject({ items: [message] });
  }

  it('masks log lines, messages and the reason', async () => {
    await put('NAME', 'hunter22').expect(204);
    await execute({ key: { $secret: 'NAME' } });
    const link = await device.connect();
    const order = await link.start();
    await writeValue(order, link, 'hunter22');
    await expectMasked(order.runId);
    await link.close();
  });

  it('masks the longest value that a secret may have', async () => {
    const value = Array.from({ length: LIMITS.secretValueCharsMax / 16 }, (_, index) => {
      return `${index} (of) [many]`.padEnd(16, '+');
    }).join('');
    await put('NAME', value).expect(204);
    await execute({ key: { $secret: 'NAME' } });
    const link = await device.connect();
    const order = await link.start();
    await link.log(order.runId, [`it is ${value}`, 'harmless']);
    const { body } = await owner.as.get(`/v1/runs/${order.runId}/logs`);
    expect((body as { items: { text: string }[] }).items.map(({ text }) => text)).toEqual([
      'it is ***',
      'harmless',
    ]);
    await link.close();
  });

  it.each(['replaced', 'removed'])(
    'masks the value after the secret was %s, on a node that did not send the run',
    async (how) => {
      await put('NAME', 'hunter22').expect(204);
      await execute({ key: { $secret: 'NAME' } });
      const first = await device.connect();
      const order = await first.start();
      await first.close();
      if (how === 'replaced') await put('NAME', 'another value').expect(204);
      else await owner.as.delete('/v1/secrets/NAME').expect(204);
      server.context.masks.delete([order.runId]);
      const second = await device.connect({ runs: [order.runId] });
      Object.assign(second, { n: 100 });
      await writeValue(order, second, 'hunter22');
      await expectMasked(order.runId);
      await second.close();
    },
  );

  it('hides the whole output if the value cannot be decrypted', async () => {
    await put('NAME', 'hunter22').expect(204);
    await execute({ key: { $secret: 'NAME' } });
    const link = await device.connect();
    const order = await link.start();
    await server.context.prisma.secret.updateMany({
      where: { accountId: owner.accountId },
      data: { sealed: new Uint8Array(40) },
    });
    server.context.masks.delete([order.runId]);
    await link.log(order.runId, ['it is hunter22']);
    const { body } = await owner.as.get(`/v1/runs/${order.runId}/logs`);
    expect(JSON.stringify(body)).not.toContain('hunter22');
    expect(body).toMatchObject({ items: [{ text: expect.stringMatching(/^\*\*\*/) as string }] });
    await link.close();
  });
});
