import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, refusal } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let one: TestDevice;
let two: TestDevice;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  [one, two] = [await createDevice(server, owner), await createDevice(server, owner)];
  path = `/v1/devscripts/${(await createDevscript(owner))._id}/run`;
});

const reference = ({ _id }: TestDevice) => ({ _id });
const run = (devices: object[]) => owner.as.post(path).send({ devices }).expect(204);

describe('DELETE /v1/devscripts/:devscriptId/run', () => {
  const stop = (body: object) => answerOf(owner.as.delete(path).send(body));

  it('stops runs only on the given devices', async () => {
    const devices = [reference(one), reference(two)];
    const { headers } = await run(devices);
    expect(await stop({ robots: [reference(one)] })).toEqual(done);
    expect((await owner.as.get(headers.location)).body.counts).toMatchObject({ queued: 1, canceled: 1 });
    expect(await stop({ devices })).toEqual(done);
    expect((await owner.as.get(headers.location)).body.counts).toMatchObject({ queued: 0, canceled: 2 });
  });

  it('stops nothing if a device is missing or unknown', async () => {
    const { headers } = await run([reference(one)]);
    expect(await stop({})).toEqual(invalidAt('devices'));
    expect(await stop({ devices: [reference(one), { _id: newId() }] })).toEqual(
      refusal('notFound', 'devices.1._id'),
    );
    expect((await owner.as.get(headers.location)).body.counts).toMatchObject({ queued: 1 });
  });
});
