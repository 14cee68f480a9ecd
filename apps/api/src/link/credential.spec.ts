import { CLOSE_CODES, LINK_CREDENTIAL_PATH } from '@drover/contract';
import { answerOf, unauthorized } from '../testing/errors';
import { eventually } from '../testing/eventually';
import { createDevice } from '../testing/test-device';
import { callAs, startTestServer, type TestServer } from '../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const withdraw = (token: string) => callAs(server.url, token).delete(LINK_CREDENTIAL_PATH);

describe('DELETE /link/credential', () => {
  it('withdraws the token of the device, and closes its link', async () => {
    const owner = await server.createAccount();
    const [device, neighbour] = [await createDevice(server, owner), await createDevice(server, owner)];
    const link = await device.connect();
    const other = await neighbour.connect();
    await withdraw(device.token).expect(204);
    expect(await link.closed()).toBe(CLOSE_CODES.badCredential);
    const isOnline = async (id: string) => (await owner.as.get(`/v1/devices/${id}`).expect(200)).body.online;
    await eventually(async () => expect(await isOnline(device._id)).toBe(false));
    expect(await isOnline(neighbour._id)).toBe(true);

    expect(await answerOf(withdraw(device.token))).toEqual(unauthorized);
    expect(await (await device.connect()).closed()).toBe(CLOSE_CODES.badCredential);
    await other.close();
  });

  it('needs the token of a device', async () => {
    const owner = await server.createAccount();
    expect(await answerOf(withdraw(owner.token))).toEqual(unauthorized);
    expect(await answerOf(withdraw('hmd_unknown'))).toEqual(unauthorized);
    expect(await answerOf(server.request().delete(LINK_CREDENTIAL_PATH))).toEqual(unauthorized);
  });
});
