import { createDevice } from '../testing/test-device';
import { publishScript } from '../testing/test-devscript';
import { execute } from '../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

const zone = 'Asia/Shanghai';
const zoneHours = 8;
let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ TZ: zone });
  owner = await server.createAccount();
});
afterAll(() => server.close());

it("sends TIMESTAMP as the time of sending in the server's time zone", async () => {
  const device = await createDevice(server, owner);
  await execute(owner, [device]);
  const link = await device.connect();
  const { env } = await link.next('run');
  expect(env.TIMESTAMP).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const sentAt = Date.parse(`${String(env.TIMESTAMP).replace(' ', 'T')}Z`) - zoneHours * 3_600_000;
  expect(Math.abs(sentAt - Date.now())).toBeLessThan(60_000);
  await link.close();
});

it.each([
  ['a free script', undefined, undefined],
  [
    'a script with a monthly price',
    { plan: 'monthly', price: 100, currency: 'EUR' },
    { name: '月付', model: 'flatRate', onFreeTrial: false },
  ],
] as const)('sends the plan of %s', async (_what, pricing, plan) => {
  const { script } = await publishScript(server, owner, { pricing });
  const device = await createDevice(server, owner);
  const link = await device.connect();
  await owner.as
    .post(`/v1/scripts/${script._id}/run`)
    .send({ devices: [device] })
    .expect(204);
  expect((await link.next('run')).plan).toEqual(plan);
  await link.close();
});
