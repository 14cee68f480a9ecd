import { LINK_CODE_PATH, LINK_LIMITS } from '@drover/contract';
import { answerOf, notFound, unauthorized } from '../testing/errors';
import { createDevice, type TestDevice } from '../testing/test-device';
import { execute } from '../testing/test-jobs';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});
afterAll(() => server.close());

const run = (code: string) => execute(owner, [device], { code });

describe('GET /link/code/:sha256', () => {
  it('returns the code of an open run to its device', async () => {
    const link = await device.connect();
    const code = `// 中文\r\n${'x'.repeat(LINK_LIMITS.inlineCodeBytes)}`;
    await run(code);
    const order = await link.next('run');
    expect(order).toMatchObject({ size: Buffer.byteLength(code) });
    expect(order).not.toHaveProperty('code');

    const fetch = (token: string) => callAs(server.url, token).get(`${LINK_CODE_PATH}/${order.sha256}`);
    const { body, text, headers } = await fetch(device.token).expect(200);
    expect(text ?? (body as Buffer).toString()).toBe(code);
    expect(headers['content-type']).toContain('application/javascript');

    const neighbour = await createDevice(server, owner);
    expect(await answerOf(fetch(neighbour.token))).toEqual(notFound);
    expect(await answerOf(fetch(owner.token))).toEqual(unauthorized);
    expect(await answerOf(server.request().get(`${LINK_CODE_PATH}/${order.sha256}`))).toEqual(unauthorized);
    for (const sha256 of ['0'.repeat(64), '%00', 'x']) {
      expect(await answerOf(callAs(server.url, device.token).get(`${LINK_CODE_PATH}/${sha256}`))).toEqual(
        notFound,
      );
    }

    await link.report({ type: 'started', runId: order.runId, at: Date.now() });
    await link.finish(order.runId);
    expect(await answerOf(fetch(device.token))).toEqual(notFound);
    await link.close();
  });

  it.each([0, 1])('is only required for code above the inline size: + %d bytes', async (more) => {
    const link = await device.connect();
    await run('x'.repeat(LINK_LIMITS.inlineCodeBytes + more));
    const order = await link.next('run');
    expect('code' in order).toBe(more === 0);
    await link.close();
    await owner.as.put(`/v1/devices/${device._id}/stop`).expect(204);
  });
});
