import { AGENT_VERSION, type Hello } from '@drover/contract';
import { createHash } from 'node:crypto';
import { answerOf, invalidAt, notFound, refusal } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const update = (body: object) => owner.as.post('/v1/jobs/update').send(body);

/** Returns the runs of a job. */
const runsOf = async (jobId: string) =>
  (await owner.as.get(`/v1/runs?jobId=${jobId}`).expect(200)).body.items as {
    _id: string;
    state: string;
    reason: string | null;
  }[];

describe('POST /v1/jobs/update', () => {
  it('sends the agent of the server to a device that can update itself', async () => {
    const device = await createDevice(server, owner);
    const link = await device.connect({ canUpdate: true });
    const { body } = await update({ devices: [{ _id: device._id }] }).expect(201);
    expect(body).toMatchObject({ kind: 'update', name: 'update', scriptId: null, version: AGENT_VERSION });

    const archive = server.context.agentFiles.archive();
    const sha256 = createHash('sha256').update(archive).digest('hex');
    const order = await link.next('run');
    expect(order).toMatchObject({ isUpdate: true, sha256, size: archive.length });
    expect(order).not.toHaveProperty('code');
    const download = await server
      .request()
      .get(`/link/code/${sha256}`)
      .set('Authorization', `token ${device.token}`)
      .responseType('blob')
      .expect(200);
    expect(download.body).toEqual(archive);
  });

  it.each<[string, Partial<Hello>, object]>([
    [
      'rejects a device whose agent cannot update itself',
      {},
      { state: 'rejected', reason: expect.stringContaining('run the line under "Add device"') },
    ],
    [
      'has nothing to do for a phone',
      { platform: 'android 14' },
      { state: 'succeeded', reason: 'phones get the agent of the server when they connect' },
    ],
  ])('%s', async (_title, hello, expected) => {
    const device = await createDevice(server, owner);
    await device.connect(hello);
    const { body } = await update({ selector: { all: true } }).expect(201);
    await eventually(async () => expect(await runsOf(body._id)).toEqual([expect.objectContaining(expected)]));
  });

  it('is released in waves and repeated with the same version', async () => {
    const devices = [await createDevice(server, owner), await createDevice(server, owner)];
    const rollout = { waves: [50], stopAfterFailedPercent: 0 };
    const { body } = await update({ devices, rollout, retry: { attempts: 2 } }).expect(201);
    expect(body).toMatchObject({ rollout: { released: 1 }, retry: { attempts: 2 } });
    const rerun = (code: string) => owner.as.post(`/v1/jobs/${body._id}/rerun`).send({ which: 'all', code });
    expect((await rerun('same').expect(201)).body).toMatchObject({ kind: 'update', version: AGENT_VERSION });
    await rerun('current').expect(409);
  });

  it('has no code to show', async () => {
    const device = await createDevice(server, owner);
    const { body } = await update({ devices: [device] }).expect(201);
    const [{ _id }] = await runsOf(body._id);
    expect(await answerOf(owner.as.get(`/v1/runs/${_id}/code`))).toEqual(notFound);
  });

  it('names the devices to update', async () => {
    expect(await answerOf(update({}))).toEqual(invalidAt('devices'));
    expect(await answerOf(update({ devices: [{ _id: '0'.repeat(24) }] }))).toEqual(
      refusal('notFound', 'devices.0._id'),
    );
  });
});
