import { eventually } from '../../testing/eventually';
import { createDevice, TestLink } from '../../testing/test-device';
import { publishScript } from '../../testing/test-devscript';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { createWebhook } from '../../testing/test-webhook';

let server: TestServer;
let owner: TestAccount;
const url = 'http://127.0.0.1:9/hook';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const create = (fields: object = {}) => createWebhook(server, owner, { url, events: 'all', ...fields });

describe('webhook events', () => {
  /** Reads the recorded deliveries of the account's only webhook, oldest first. */
  async function recorded(): Promise<[type: string, data: Record<string, unknown>][]> {
    const rows = await server.context.prisma.webhookDelivery.findMany({
      where: { webhook: { accountId: owner.accountId } },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ body }) => {
      const { type, timestamp, data, ...rest } = JSON.parse(body);
      expect(Date.now() - Date.parse(timestamp)).toBeLessThan(60_000);
      expect(rest).toEqual({});
      return [type, data];
    });
  }
  const typesOf = async () => (await recorded()).map(([type]) => type);

  it('records the events of a device and its run, each once, with the data that the API returns', async () => {
    await create();
    const key = (await owner.as.post('/v1/enrolment-keys').send({}).expect(201)).body.key;
    const labels = { brand: 'Acme', model: 'One', platform: 'linux', appVersion: '2.0.0' };
    const enrolment = await server
      .request()
      .post('/v1/enrolments')
      .send({ key, ...labels })
      .expect(201);
    expect(await recorded()).toEqual([['device.enrolled', enrolment.body.device]]);

    const device = await createDevice(server, owner);
    const link = await device.connect();
    const shown = (await owner.as.get(`/v1/devices/${device._id}`)).body;
    expect((await recorded()).slice(1)).toEqual([['device.online', shown]]);
    const second = await device.connect();
    expect(await typesOf()).toHaveLength(2);

    const jobId = await execute(owner, [device]);
    const { runId } = await second.start();
    await second.report({ type: 'posted', runId, at: Date.now(), text: 'hello' });
    await second.finish(runId);
    const run = (await owner.as.get(`/v1/runs/${runId}`)).body;
    const job = (await owner.as.get(`/v1/jobs/${jobId}`)).body;
    const message = (await owner.as.get('/v1/messages')).body.items[0];
    expect((await recorded()).slice(2)).toEqual([
      ['message.created', message],
      ['run.finished', run],
      ['job.finished', job],
    ]);
    await second.finish(runId);
    expect(await typesOf()).toHaveLength(5);

    await link.close();
    await second.close();
    await eventually(async () => expect((await recorded()).at(-1)?.[0]).toBe('device.offline'));
    expect((await recorded()).at(-1)?.[1]).toMatchObject({ _id: device._id, online: false });
    expect(await typesOf()).toHaveLength(6);
  });

  it('records that a job finished once, when its last run is canceled', async () => {
    await create({ events: ['job.finished'] });
    const devices = [await createDevice(server, owner), await createDevice(server, owner)];
    const jobId = await execute(owner, devices);
    const link = await devices[0].connect();
    const { runId } = await link.start();
    await link.finish(runId, { state: 'failed', exitCode: 1 });
    expect(await recorded()).toEqual([]);
    await owner.as.delete(`/v1/jobs/${jobId}`).expect(204);
    await owner.as.delete(`/v1/jobs/${jobId}`).expect(204);
    expect(await recorded()).toEqual([
      [
        'job.finished',
        expect.objectContaining({ counts: expect.objectContaining({ failed: 1, canceled: 1 }) }),
      ],
    ]);
    await link.close();
  });

  it('records published scripts and sent messages', async () => {
    await create({ events: ['script.published', 'message.created'] });
    const { script } = await publishScript(server, owner);
    await owner.as.post('/v1/message/send').send({ text: 'hello' }).expect(204);
    const message = (await owner.as.get('/v1/messages')).body.items[0];
    expect(await recorded()).toEqual([
      ['script.published', script],
      ['message.created', message],
    ]);
  });

  it('records missed occurrences of a schedule', async () => {
    await create({ events: ['schedule.missed'] });
    const job = { code: '1', selector: { all: true } };
    const body = { name: 'Often', when: { everyMinutes: 60 }, job, missed: 'skip' };
    const { _id } = (await owner.as.post('/v1/schedules').send(body).expect(201)).body;
    await server.context.pool.query(
      `UPDATE "Schedule" SET "nextAt" = now() - interval '100 minutes', "anchorAt" = now() - interval '100 minutes'
       WHERE id = $1`,
      [_id],
    );
    await eventually(async () => expect(await typesOf()).toHaveLength(2));
    const { items } = (await owner.as.get(`/v1/schedules/${_id}/occurrences`)).body;
    expect((await recorded()).map(([, data]) => data)).toEqual(
      items.reverse().map((occurrence: object) => ({ scheduleId: _id, ...occurrence })),
    );
    expect(items[0]).toMatchObject({ state: 'missed', reason: 'server was down' });
  });

  it('records a finished job once if two nodes end its last runs at the same time', async () => {
    const [other, jobs] = [await startTestServer(), 10];
    try {
      await create({ events: ['job.finished'] });
      const devices = [await createDevice(server, owner), await createDevice(server, owner)];
      const request = { code: '1', devices: devices.map(({ _id }) => ({ _id })) };
      for (let n = 0; n < jobs; n += 1) await owner.as.post('/v1/scripts/execute').send(request).expect(204);
      const links = [await devices[0].connect(), await TestLink.open(other.url, devices[1].token)];
      const orders = await Promise.all(
        links.map(async (link) => {
          const runIds: string[] = [];
          while (runIds.length < jobs) runIds.push((await link.start()).runId);
          return runIds;
        }),
      );
      for (let n = 0; n < jobs; n += 1) {
        await Promise.all(links.map((link, at) => link.finish(orders[at][n])));
      }
      expect(new Set((await recorded()).map(([, { _id }]) => _id)).size).toBe(jobs);
      expect(await typesOf()).toHaveLength(jobs);
      await Promise.all(links.map((link) => link.close()));
    } finally {
      await other.close();
    }
  });

  it('records a finished job after its last attempt', async () => {
    await create({ events: ['job.finished'] });
    const device = await createDevice(server, owner);
    const job = { code: '1', devices: [{ _id: device._id }], retry: { attempts: 2, delaySeconds: 1 } };
    await owner.as.post('/v1/jobs').send(job).expect(201);
    const link = await device.connect();
    const first = await link.start();
    await link.finish(first.runId, { state: 'failed', exitCode: 1 });
    expect(await recorded()).toEqual([]);
    const second = await link.start();
    await link.finish(second.runId);
    expect(await typesOf()).toEqual(['job.finished']);
    await link.close();
  });

  it('records nothing for disabled webhooks and for other accounts', async () => {
    const { _id } = await create();
    await owner.as.put(`/v1/webhooks/${_id}`).send({ isEnabled: false }).expect(204);
    await owner.as.post('/v1/message/send').send({ text: 'hello' }).expect(204);
    const other = await server.createAccount();
    await other.as.post('/v1/message/send').send({ text: 'hello' }).expect(204);
    expect(await recorded()).toEqual([]);
  });
});
