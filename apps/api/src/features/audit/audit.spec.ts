import type { AuditEntry } from '@drover/contract';
import { createMember } from '../../testing/test-members';
import { eventually } from '../../testing/eventually';
import { answerOf, outOfScope } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { callAs, startTestServer, type TestServer } from '../../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('GET /v1/audit', () => {
  it('returns the changes of the account, newest first, page by page', async () => {
    const owner = await server.createAccount();
    const device = await createDevice(server, owner);
    const entries = async (query = '') => (await owner.as.get(`/v1/audit${query}`).expect(200)).body;
    const renamed = await owner.as.put(`/v1/devices/${device._id}`).send({ name: 'a' }).expect(204);
    await eventually(async () => expect((await entries()).count).toBe(1));
    await owner.as.get('/v1/message/send').query({ text: 'hello' }).expect(204);
    await eventually(async () => expect((await entries()).count).toBe(2));

    const first = await entries('?limit=1');
    expect(first).toEqual({
      count: 1,
      items: [expect.objectContaining({ action: 'message.send', targetId: null })],
      nextCursor: first.items[0]._id,
    });
    const { tokenId } = first.items[0];
    expect(await entries(`?limit=1&cursor=${first.nextCursor}`)).toEqual({
      count: 1,
      items: [
        {
          _id: expect.any(String),
          action: 'device.update',
          targetId: device._id,
          targetName: device.name,
          targetCount: null,
          tokenId,
          tokenName: expect.any(String),
          tokenKind: 'personal',
          personId: null,
          personName: null,
          changes: [{ field: 'name', before: device.name, after: 'a' }],
          address: '127.0.0.1',
          requestId: renamed.headers['x-request-id'],
          at: expect.stringMatching(/Z$/),
          number: 1,
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    });
    const found = async (query: string) =>
      (await entries(`?${query}`)).items.map(({ action }: AuditEntry) => action);
    expect(await found('action=device.update')).toEqual(['device.update']);
    expect(await found(`targetId=${device._id}`)).toEqual(['device.update']);
    expect(await found(`tokenId=${tokenId}`)).toEqual(['message.send', 'device.update']);
    expect(await found(`tokenId=${tokenId}&action=message.send`)).toEqual(['message.send']);
    expect(await found(`tokenId=${device._id}`)).toEqual([]);
    expect(await found('createdBefore=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await found('createdAfter=2020-01-01T00:00:00Z')).toHaveLength(2);
    const { body: tokens } = await owner.as.get('/v1/tokens');
    expect(tokens.items[0]._id).toBe(tokenId);
  });

  it('finds the changes of a person', async () => {
    const owner = await server.createAccount();
    const member = await createMember(server, owner, 'operator');
    await member.as.get('/v1/message/send').query({ text: 'hello' }).expect(204);
    const found = async (personId: string) =>
      (await owner.as.get(`/v1/audit?action=message.send&personId=${personId}`).expect(200)).body.items;
    await eventually(async () =>
      expect(await found(member.personId)).toMatchObject([{ personName: 'A operator' }]),
    );
    expect(await found(owner.accountId.split('').reverse().join(''))).toEqual([]);
  });

  it('omits refused requests and the changes of other accounts', async () => {
    const [owner, stranger] = [await server.createAccount(), await server.createAccount()];
    const device = await createDevice(server, owner);
    await owner.as.put(`/v1/devices/${device._id}`).send({ name: '' }).expect(422);
    await stranger.as.put(`/v1/devices/${device._id}`).send({ name: 'a' }).expect(404);
    await owner.as.put(`/v1/devices/${device._id}`).send({ name: 'a' }).expect(204);
    await eventually(async () => expect((await owner.as.get('/v1/audit')).body.count).toBe(1));
    expect((await stranger.as.get('/v1/audit')).body).toEqual({ count: 0, items: [] });
  });

  it('records the ID of the changed record: from the path, the response or the Location header', async () => {
    const owner = await server.createAccount();
    const device = await createDevice(server, owner);
    await owner.as.put('/v1/secrets/API_KEY').send({ value: 'a value' }).expect(204);
    const { body: key } = await owner.as.post('/v1/enrolment-keys').send({}).expect(201);
    const run = { code: '1', devices: [{ _id: device._id }] };
    const { headers } = await owner.as.post('/v1/scripts/execute').send(run).expect(204);
    const { body: enrolment } = await owner.as
      .post('/v1/enrolments')
      .send({ key: key.key, brand: 'a', model: 'b', platform: 'c', appVersion: '1' })
      .expect(201);
    await eventually(async () => {
      const { body } = await owner.as.get('/v1/audit');
      expect(Object.fromEntries(body.items.map((item: AuditEntry) => [item.action, item.targetId]))).toEqual({
        'secret.update': 'API_KEY',
        'enrolment-key.create': key._id,
        'script.execute': headers.location?.replace('/v1/jobs/', ''),
        'device.enrol': enrolment.device._id,
      });
    });
  });

  it('records the fields that changed, without the values of code, inputs and URLs', async () => {
    const owner = await server.createAccount();
    const job = { code: 'let key = 1', selector: { all: true }, vars: { key: 'v1' } };
    const when = { everyMinutes: 5 };
    const schedule = await owner.as.post('/v1/schedules').send({ name: 'Round', when, job }).expect(201);
    const changed = { ...job, code: 'let key = 2', vars: { key: 'v2' }, timeout: 60 };
    const changes = { name: 'Tour', job: changed, isPaused: true };
    await owner.as.put(`/v1/schedules/${schedule.body._id}`).send(changes).expect(204);
    const hook = { url: 'https://example.org/first', events: 'all' };
    const webhook = await owner.as.post('/v1/webhooks').send(hook).expect(201);
    const url = 'https://example.org/second';
    await owner.as.put(`/v1/webhooks/${webhook.body._id}`).send({ url }).expect(204);
    await eventually(async () => {
      const { items } = (await owner.as.get('/v1/audit')).body;
      expect(items.filter(({ action }: AuditEntry) => action.endsWith('.update'))).toMatchObject([
        { action: 'webhook.update', changes: [{ field: 'url', before: null, after: null }] },
        {
          action: 'schedule.update',
          targetName: 'Round',
          changes: expect.arrayContaining([
            { field: 'name', before: 'Round', after: 'Tour' },
            { field: 'isPaused', before: 'false', after: 'true' },
            { field: 'code', before: null, after: null },
            { field: 'vars', before: null, after: null },
            { field: 'timeout', before: null, after: '60' },
          ]),
        },
      ]);
      expect(JSON.stringify(items)).not.toMatch(/let key|v1|v2|example.org/);
    });
  });

  it('keeps the name of a deleted record, and names records that were created', async () => {
    const owner = await server.createAccount();
    const device = await createDevice(server, owner);
    await owner.as.post('/v1/devscripts').send({ name: 'Sweep' }).expect(201);
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    await eventually(async () => {
      const { items } = (await owner.as.get('/v1/audit')).body;
      expect(items.map(({ action, targetName }: AuditEntry) => [action, targetName])).toEqual([
        ['device.remove', device.name],
        ['devscript.create', 'Sweep'],
      ]);
    });
  });

  it('names repositories, and jobs without a script by what they run', async () => {
    const owner = await server.createAccount();
    const { _id } = await createDevice(server, owner);
    const repository = { name: 'Shop scripts', url: 'https://git.example.org/shop.git' };
    const { body: created } = await owner.as.post('/v1/repositories').send(repository).expect(201);
    await owner.as.put(`/v1/repositories/${created._id}`).send({ name: 'Scripts', ref: 'next' }).expect(204);
    await owner.as.delete(`/v1/repositories/${created._id}`).expect(204);
    await owner.as
      .post('/v1/jobs')
      .send({ code: '1', devices: [{ _id }] })
      .expect(201);
    await owner.as
      .post('/v1/jobs/update')
      .send({ devices: [{ _id }] })
      .expect(201);
    await eventually(async () => {
      const { items } = (await owner.as.get('/v1/audit')).body;
      expect(items).toMatchObject([
        { action: 'job.updateAgents', targetName: 'update of agents' },
        { action: 'job.create', targetName: 'one-off code' },
        { action: 'repository.remove', targetName: 'Scripts' },
        {
          action: 'repository.update',
          targetName: 'Shop scripts',
          changes: [
            { field: 'name', before: 'Shop scripts', after: 'Scripts' },
            { field: 'ref', before: null, after: 'next' },
          ],
        },
        { action: 'repository.create', targetName: 'Shop scripts' },
      ]);
    });
  });

  it('records changes of several devices as one entry with some names and the number', async () => {
    const owner = await server.createAccount();
    const devices: { _id: string }[] = [];
    for (const name of ['one', 'two', 'three', 'four']) {
      const { _id } = await createDevice(server, owner, { name });
      devices.push({ _id });
    }
    await owner.as
      .post('/v1/devices/update')
      .send({ devices, tags: ['lab'] })
      .expect(204);
    const message = { title: 'Hello', text: 'hello' };
    await owner.as
      .post('/v1/devices/messages')
      .send({ devices, ...message })
      .expect(204);
    await owner.as.post('/v1/runs/stop').send({ devices }).expect(204);
    await owner.as
      .post('/v1/devices/remove')
      .send({ devices: devices.slice(0, 2) })
      .expect(204);
    await eventually(async () => {
      const { items } = (await owner.as.get('/v1/audit')).body as { items: AuditEntry[] };
      const entryOf = (action: string) => {
        const entry = items.find((item) => item.action === action);
        return [entry?.targetId, entry?.targetName?.split(', ').sort(), entry?.targetCount];
      };
      const firstNames = ['one', 'three', 'two'];
      expect(entryOf('device.update')).toEqual([null, firstNames, 4]);
      expect(entryOf('device.message')).toEqual([null, firstNames, 4]);
      expect(entryOf('run.stop')).toEqual([null, firstNames, 4]);
      expect(entryOf('device.remove')).toEqual([null, ['one', 'two'], 2]);
    });
  });

  it('requires the scope "admin"', async () => {
    const owner = await server.createAccount();
    const writer = callAs(server.url, await owner.createToken({ scopes: ['read', 'run', 'write'] }));
    expect(await answerOf(writer.get('/v1/audit'))).toEqual(outOfScope);
  });
});
