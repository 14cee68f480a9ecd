import type { DeviceRule, JobList } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, conflict, invalidAt, refusal } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createMember, type TestMember } from '../../testing/test-members';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';

let server: TestServer;
let owner: TestAccount;
let berlin: TestDevice;
let munich: TestDevice;
let groupId: string;
let operator: TestMember;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount();
  berlin = await createDevice(server, owner, { name: 'Alex', tags: ['Berlin'] });
  munich = await createDevice(server, owner, { name: 'Marien', tags: ['Munich'] });
  const group = await owner.as.post('/v1/device-groups').send({ name: 'Berlin', rule: { tag: 'berlin' } });
  groupId = (group.body as { _id: string })._id;
  operator = await createMember(server, { ...owner, groupIds: [groupId] }, 'operator');
});

const namesFor = async ({ as }: Pick<TestMember, 'as'>, query = '') =>
  ((await as.get(`/v1/devices${query}`).expect(200)).body as { items: { name: string }[] }).items.map(
    ({ name }) => name,
  );
const execute = (as: TestMember['as'], body: object) => as.post('/v1/jobs').send({ code: '1', ...body });

describe('an operator who is bound to a group', () => {
  it('sees its devices alone, also when their membership changes', async () => {
    expect(await namesFor(operator)).toEqual(['Alex']);
    await owner.as
      .put(`/v1/devices/${munich._id}`)
      .send({ tags: ['BERLIN'] })
      .expect(204);
    expect(await namesFor(operator)).toEqual(['Marien', 'Alex']);
    await owner.as
      .put(`/v1/device-groups/${groupId}`)
      .send({ devices: [munich._id] })
      .expect(204);
    expect(await namesFor(operator)).toEqual(['Marien']);
    await owner.as.delete(`/v1/devices/${munich._id}`).expect(204);
    expect(await namesFor(operator)).toEqual([]);
  });

  it('runs a script there alone', async () => {
    const { body: script } = await owner.as.post('/v1/devscripts').send({ name: 'Sweep' }).expect(201);
    const { _id: scriptId } = script as { _id: string };
    const file = Buffer.from('1');
    await owner.as.put(`/v1/devscripts/${scriptId}/files`).attach('file', file, 'code.js').expect(204);
    const run = (devices: TestDevice[]) =>
      operator.as
        .post(`/v1/devscripts/${scriptId}/run`)
        .send({ devices: devices.map(({ _id }) => ({ _id })) });
    expect(await answerOf(run([berlin, munich]))).toEqual(refusal('notFound', 'devices.1._id'));
    expect(await server.context.prisma.run.count({ where: { accountId: owner.accountId } })).toBe(0);
    await run([berlin]).expect(204);
    const all = await operator.as
      .post('/v1/jobs')
      .send({ scriptId, selector: { all: true } })
      .expect(201);
    expect(all.body).toMatchObject({ counts: { queued: 1 } });
    const runs = await server.context.prisma.run.findMany({ where: { accountId: owner.accountId } });
    expect(new Set(runs.map(({ deviceId }) => deviceId))).toEqual(new Set([berlin._id]));
  });

  it('sees the part of a job on its devices, and stops that part alone', async () => {
    const { body: job } = await execute(owner.as, { selector: { all: true } }).expect(201);
    const { _id: jobId } = job as { _id: string };
    const { body: other } = await execute(owner.as, { devices: [{ _id: munich._id }] }).expect(201);
    const { body: seen } = await operator.as.get('/v1/jobs').expect(200);
    expect((seen as JobList).items).toMatchObject([{ _id: jobId, counts: { queued: 1 } }]);
    expect((await operator.as.get(`/v1/jobs?state=queued`).expect(200)).body).toMatchObject({ count: 1 });
    await operator.as.get(`/v1/jobs/${(other as { _id: string })._id}`).expect(404);
    const { body: runs } = await operator.as.get(`/v1/runs?jobId=${jobId}`).expect(200);
    expect(runs).toMatchObject({ count: 1, items: [{ deviceId: berlin._id }] });
    await operator.as.delete(`/v1/jobs/${jobId}`).expect(204);
    const { body: after } = await owner.as.get(`/v1/jobs/${jobId}`).expect(200);
    expect(after).toMatchObject({ counts: { canceled: 1, queued: 1 } });
  });

  it('cannot change a rollout that also has other devices', async () => {
    const rollout = { waves: [50, 100] };
    const { body: job } = await execute(owner.as, { selector: { all: true }, rollout }).expect(201);
    const path = `/v1/jobs/${(job as { _id: string })._id}/rollout`;
    expect(await answerOf(operator.as.put(path).send({ state: 'paused' }))).toEqual(refusal('outsideGroups'));
    const own = await execute(owner.as, { devices: [{ _id: berlin._id }], rollout }).expect(201);
    const ownPath = `/v1/jobs/${(own.body as { _id: string })._id}/rollout`;
    await operator.as.put(ownPath).send({ state: 'paused' }).expect(204);
  });

  it('gets statistics of its devices', async () => {
    await execute(owner.as, { selector: { all: true } }).expect(201);
    const { body: runs } = await operator.as.get('/v1/statistics').expect(200);
    expect(runs).toMatchObject({ totals: { queued: 1 } });
    const { body: scripts } = await operator.as.get('/v1/statistics/scripts').expect(200);
    expect(scripts).toMatchObject({ items: [{ runs: 1, counts: { queued: 1 } }] });
    const { body: devices } = await operator.as.get('/v1/statistics/devices').expect(200);
    expect(devices).toMatchObject({ devices: 1, items: [] });
  });

  it('gets the events of its devices, and is told when one leaves', async () => {
    const watcher = await TestWatcher.open(server.url, operator);
    await owner.as.put(`/v1/devices/${munich._id}`).send({ name: 'Hidden' }).expect(204);
    await owner.as.put(`/v1/devices/${berlin._id}`).send({ name: 'Seen' }).expect(204);
    expect(await watcher.next('device')).toMatchObject({ device: { name: 'Seen' } });
    await owner.as
      .put(`/v1/devices/${berlin._id}`)
      .send({ tags: ['Potsdam'] })
      .expect(204);
    expect(await watcher.next('device.removed')).toMatchObject({ deviceId: berlin._id });
    await watcher.close();
  });

  it.each<DeviceRule>([
    { brand: 'x_%' },
    { brand: 'X_%', model: 'm1' },
    { name: 'LEX' },
    { tag: 'ÄRA' },
    { appVersion: '2.0.0' },
    { online: false },
    { all: true },
  ])('sees the same devices as a filter by the rule %j', async (rule) => {
    await createDevice(server, owner, { name: 'Rule', brand: 'x_%', model: 'M1', tags: ['ära'] });
    const { body } = await owner.as.post('/v1/device-groups').send({ name: newId(), rule }).expect(201);
    const bound = await createMember(
      server,
      { ...owner, groupIds: [(body as { _id: string })._id] },
      'viewer',
    );
    const query = new URLSearchParams(rule as Record<string, string>);
    const expected = await namesFor(owner, `?${rule.all ? '' : query.toString()}`);
    expect(expected.length).toBeGreaterThan(0);
    expect(await namesFor(bound)).toEqual(expected);
  });
});

describe('PUT /v1/members/:memberId', () => {
  const update = (change: object) => owner.as.put(`/v1/members/${operator.memberId}`).send(change);
  const groups = async () =>
    (await server.context.prisma.member.findUniqueOrThrow({ where: { id: operator.memberId } })).groupIds;

  it('binds a role to groups, keeps them, and removes them with a role above operator', async () => {
    await update({ role: 'viewer' }).expect(204);
    expect(await groups()).toEqual([groupId]);
    await update({ role: 'operator', groups: [] }).expect(204);
    expect(await namesFor(operator)).toHaveLength(2);
    await update({ role: 'operator', groups: [groupId, groupId] }).expect(204);
    expect(await groups()).toEqual([groupId]);
    await update({ role: 'editor' }).expect(204);
    expect(await groups()).toEqual([]);
    expect(await namesFor(operator)).toHaveLength(2);
  });

  it('refuses groups for a role above operator, and groups that do not exist', async () => {
    expect(await answerOf(update({ role: 'editor', groups: [groupId] }))).toEqual(invalidAt('groups'));
    const stranger = await server.createAccount();
    const foreign = await stranger.as.post('/v1/device-groups').send({ name: 'A', devices: [] });
    for (const id of [newId(), (foreign.body as { _id: string })._id]) {
      expect(await answerOf(update({ role: 'viewer', groups: [groupId, id] }))).toEqual(
        refusal('notFound', 'groups.1'),
      );
    }
    expect(await groups()).toEqual([groupId]);
  });
});

describe('invitations and tokens', () => {
  it('can be bound, and keep their groups from being deleted', async () => {
    const invitation = { role: 'operator', groups: [groupId] };
    const { body } = await owner.as.post('/v1/invitations').send(invitation).expect(201);
    expect(body).toMatchObject(invitation);
    const password = 'a password of many characters';
    const joining = { token: (body as { token: string }).token, email: `${newId()}@example.org`, password };
    await server.request().post('/v1/invitations/accept').send(joining).expect(201);
    const { body: members } = await owner.as.get('/v1/members').expect(200);
    expect((members as { items: object[] }).items[0]).toMatchObject(invitation);
    await server.context.prisma.member.updateMany({
      where: { accountId: owner.accountId },
      data: { groupIds: [] },
    });
    const token = { name: 'ci', belongsTo: 'workspace', role: 'operator', groups: [groupId] };
    const { body: created } = await owner.as.post('/v1/tokens').send(token).expect(201);
    const { token: secret, ...shown } = created as { token: string };
    expect(shown).toMatchObject({ groups: [groupId], role: 'operator' });
    expect(await namesFor({ as: callAs(server.url, secret) })).toEqual(['Alex']);
    expect(await answerOf(owner.as.delete(`/v1/device-groups/${groupId}`))).toEqual(conflict);
  });

  it('of persons have the groups of the person', async () => {
    const { body } = await operator.as.post('/v1/tokens').send({ name: 'mine' }).expect(201);
    expect(body).toMatchObject({ groups: [groupId] });
    expect(await namesFor({ as: callAs(server.url, (body as { token: string }).token) })).toEqual(['Alex']);
    const personal = { name: 'a', groups: [groupId] };
    expect(await answerOf(owner.as.post('/v1/tokens').send(personal))).toEqual(invalidAt('groups'));
  });

  it('end event streams when the groups change', async () => {
    const watcher = await TestWatcher.open(server.url, operator);
    const update = { role: 'operator', groups: [] };
    await owner.as.put(`/v1/members/${operator.memberId}`).send(update).expect(204);
    await watcher.ended();
  });
});
