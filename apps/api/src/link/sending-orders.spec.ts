import { newId } from '../database/ids';
import type { Recipient } from '../device-socket/link';
import { countByTurn } from '../testing/count-by-turn';
import { createDevice } from '../testing/test-device';
import { startTestServer, type TestServer } from '../testing/test-server';
import { deliver } from './delivery';

const devicesCount = 12;

/** Simulated time to send one order. */
const sendMs = 3;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

describe('deliver', () => {
  it('sends one order per turn of the event loop if orders take long', async () => {
    const owner = await server.createAccount();
    const devices: { _id: string }[] = [];
    while (devices.length < devicesCount) {
      const { _id } = await createDevice(server, owner);
      devices.push({ _id });
    }
    await owner.as.post('/v1/jobs').send({ code: 'one()', devices }).expect(201);
    const linkId = newId();
    await server.context.prisma.device.updateMany({
      where: { accountId: owner.accountId },
      data: { linkId },
    });

    const orders = countByTurn();
    const sent: string[] = [];
    const createRecipient = (deviceId: string): Recipient => ({
      ...{ deviceId, linkId, sent: new Set(), updates: 'itself', engine: 'node' },
      isCongested: () => false,
      send: () => undefined,
      sendOrder(order) {
        sent.push(order.toFrame().runId);
        block(sendMs);
        orders.note();
      },
    });
    const recipients = new Map(devices.map(({ _id }) => [_id, createRecipient(_id)]));
    const work = devices.map(({ _id: deviceId }) => ({ deviceId }));
    try {
      await deliver(server.context, recipients, work);
    } finally {
      orders.end();
    }

    expect(new Set(sent).size).toBe(devicesCount);
    expect(Math.max(...orders.counts)).toBe(1);
  });
});
