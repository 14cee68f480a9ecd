import type { Run } from '@drover/contract';
import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { createDevice } from '../testing/test-device';
import { execute } from '../testing/test-jobs';
import { startTestServer, type TestServer } from '../testing/test-server';
import { connectDevices } from './presence';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const arrivalOf = ({ token }: { token: string }, runs: string[]) => ({
  linkId: newId(),
  tokenHash: hashSecret(token),
  hello: { type: 'hello' as const, protocol: 1, now: Date.now(), appVersion: '2.0.0', runs },
});

/** Starts a run on a device of a new account, whose link then closes. */
async function startRun() {
  const owner = await server.createAccount();
  const device = await createDevice(server, owner);
  await execute(owner, [device]);
  const link = await device.connect();
  const { runId } = await link.start();
  await link.close();
  const read = async () => (await owner.as.get(`/v1/runs/${runId}`)).body as Run;
  return { device, runId, read };
}

describe('connectDevices', () => {
  it('ignores runs of other devices in a hello', async () => {
    const { device, runId, read } = await startRun();
    const stranger = await createDevice(server, await server.createAccount());
    await connectDevices(server.context, [arrivalOf(stranger, [runId]), arrivalOf(device, [])]);
    expect(await read()).toMatchObject({ state: 'lost' });
  });

  it('keeps the runs that each device knows', async () => {
    const [first, second] = [await startRun(), await startRun()];
    await connectDevices(server.context, [
      arrivalOf(first.device, [first.runId]),
      arrivalOf(second.device, [second.runId]),
    ]);
    expect([await first.read(), await second.read()]).toMatchObject([
      { state: 'running' },
      { state: 'running' },
    ]);
  });
});
