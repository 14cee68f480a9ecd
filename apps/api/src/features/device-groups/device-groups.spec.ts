import type { DeviceGroup, DeviceGroupList, DeviceList } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, conflict, done, invalidAt, notFound, refusal } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let desk: string;
let shelves: string[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  desk = (await createDevice(server, owner, { name: 'Desk', brand: 'Apple' }))._id;
  shelves = [];
  for (const name of ['Shelf 1', 'Shelf 2']) {
    shelves.push((await createDevice(server, owner, { name, brand: 'Xiaomi', tags: ['farm'] }))._id);
  }
});

const send = (body: object) => owner.as.post('/v1/device-groups').send(body);
const create = async (body: object) => (await send(body).expect(201)).body as DeviceGroup;
const read = async (groupId: string) =>
  (await owner.as.get(`/v1/device-groups/${groupId}`).expect(200)).body as DeviceGroup;
const update = (groupId: string, body: object) =>
  answerOf(owner.as.put(`/v1/device-groups/${groupId}`).send(body));
const remove = (groupId: string) => answerOf(owner.as.delete(`/v1/device-groups/${groupId}`));
const namesIn = async (query: string) => {
  const { items } = (await owner.as.get(`/v1/devices?${query}`).expect(200)).body as DeviceList;
  return items.map(({ name }) => name).sort();
};

describe('POST /v1/device-groups', () => {
  it('creates a group of listed devices', async () => {
    const group = await create({ name: 'Shelves', devices: [shelves[0], shelves[1], shelves[0]] });
    expect(group).toEqual({
      _id: group._id,
      name: 'Shelves',
      devices: [...shelves].sort(),
      rule: null,
      deviceCount: 2,
      createdAt: group.createdAt,
    });
    expect(await read(group._id)).toEqual(group);
  });

  it('creates a group whose devices match a rule at each request', async () => {
    const group = await create({ name: 'Farm', rule: { tag: 'FARM' } });
    expect(group).toMatchObject({ devices: null, rule: { tag: 'FARM' }, deviceCount: 2 });
    await owner.as.put(`/v1/devices/${desk}`).send({ tags: ['farm'] });
    expect((await read(group._id)).deviceCount).toBe(3);
    expect(await namesIn(`group=${group._id}`)).toEqual(['Desk', 'Shelf 1', 'Shelf 2']);
    expect(await namesIn(`group=${group._id}&exactName=shelf 1`)).toEqual(['Shelf 1']);
  });

  it.each<[string, object, string]>([
    ['neither a list nor a rule', {}, 'devices'],
    ['both a list and a rule', { devices: [], rule: { all: true } }, 'devices'],
    ['an empty rule', { rule: {} }, 'rule'],
    ['an empty name', { name: '', devices: [] }, 'name'],
  ])('returns 422 for %s', async (_, body, path) => {
    expect(await answerOf(send({ name: 'Group', ...body }))).toEqual(invalidAt(path));
  });

  it('returns 422 for a rule with a group or an unknown condition', async () => {
    for (const rule of [{ group: newId() }, { brand: 'Xiaomi', modell: '14' }]) {
      expect((await answerOf(send({ name: 'Group', rule }))).status).toBe(422);
    }
  });

  it('returns 404 for devices of another account, with their positions', async () => {
    const othersDevice = await createDevice(server, await server.createAccount());
    const response = await answerOf(send({ name: 'Group', devices: [desk, othersDevice._id, 'no id'] }));
    expect(response).toEqual(refusal('notFound', 'devices.1', 'devices.2'));
    expect((await owner.as.get('/v1/device-groups')).body).toEqual({ count: 0, items: [] });
  });

  it('returns 409 for a name that is taken', async () => {
    await create({ name: 'Farm', devices: [] });
    expect(await answerOf(send({ name: 'Farm', rule: { all: true } }))).toEqual(conflict);
  });
});

describe('GET /v1/device-groups', () => {
  it('lists groups in pages, newest first', async () => {
    const listed = await create({ name: 'Listed', devices: [desk] });
    const farm = await create({ name: 'Farm', rule: { tag: 'farm' } });
    const empty = await create({ name: 'None', rule: { brand: 'Nokia' } });
    expect((await owner.as.get('/v1/device-groups')).body).toEqual({
      count: 3,
      items: [empty, farm, listed],
    });
    const page = (await owner.as.get('/v1/device-groups?limit=2')).body as DeviceGroupList;
    expect(page).toEqual({ count: 2, items: [empty, farm], nextCursor: farm._id });
    const rest = await owner.as.get(`/v1/device-groups?limit=2&cursor=${page.nextCursor}`);
    expect(rest.body).toEqual({ count: 1, items: [listed] });
  });
});

describe('PUT /v1/device-groups/:groupId', () => {
  it('renames the group, and keeps its devices', async () => {
    const group = await create({ name: 'Shelves', devices: shelves });
    expect(await update(group._id, { name: 'Boards' })).toEqual(done);
    expect(await read(group._id)).toEqual({ ...group, name: 'Boards' });
  });

  it('replaces a list by a rule, and a rule by a list', async () => {
    const group = await create({ name: 'Shelves', devices: shelves });
    expect(await update(group._id, { rule: { brand: 'apple' } })).toEqual(done);
    expect(await namesIn(`group=${group._id}`)).toEqual(['Desk']);
    expect(await update(group._id, { devices: [shelves[0]] })).toEqual(done);
    expect(await read(group._id)).toMatchObject({ devices: [shelves[0]], rule: null, deviceCount: 1 });
  });

  it('returns 409 for a name that is taken, and 422 for a list with a rule', async () => {
    await create({ name: 'Farm', devices: [] });
    const group = await create({ name: 'Shelves', devices: shelves });
    expect(await update(group._id, { name: 'Farm', devices: [] })).toEqual(conflict);
    expect(await update(group._id, { devices: [], rule: { all: true } })).toEqual(invalidAt('devices'));
    expect(await read(group._id)).toEqual(group);
  });
});

describe('DELETE /v1/device-groups/:groupId', () => {
  it('deletes the group but not its devices', async () => {
    const group = await create({ name: 'Shelves', devices: shelves });
    expect(await remove(group._id)).toEqual(done);
    expect(await remove(group._id)).toEqual(notFound);
    expect(await namesIn('tag=farm')).toEqual(['Shelf 1', 'Shelf 2']);
  });

  it('returns 409 with the presets and notification settings that use the group', async () => {
    const { _id } = await create({ name: 'Farm', rule: { tag: 'farm' } });
    const selector = { group: _id };
    const { body: preset } = await owner.as
      .post('/v1/presets')
      .send({ name: 'Nightly', code: '1', selector })
      .expect(201);
    await owner.as.put('/v1/notification-settings').send({ selector }).expect(204);
    const { body } = await owner.as.delete(`/v1/device-groups/${_id}`).expect(409);
    expect(body.message).toBe(
      'The device group is used by the preset "Nightly", the notification settings. Change that first.',
    );
    await owner.as.delete(`/v1/presets/${preset._id}`).expect(204);
    await owner.as.put('/v1/notification-settings').send({ devices: [] }).expect(204);
    expect(await remove(_id)).toEqual(done);
  });
});

describe('a schedule whose selector uses a group', () => {
  it('prevents the deletion of the group', async () => {
    const { _id: group } = await create({ name: 'Farm', rule: { tag: 'farm' } });
    const job = { code: '1', vars: { nul: '\0' }, selector: { group } };
    const schedule = { name: 'Each hour', when: { everyMinutes: 60 }, job };
    await owner.as.post('/v1/schedules').send(schedule).expect(201);
    const { body } = await owner.as.delete(`/v1/device-groups/${group}`).expect(409);
    expect(body.message).toContain('the schedule "Each hour"');
    const { _id: other } = await create({ name: 'Other', rule: { tag: 'farm' } });
    expect(await remove(other)).toEqual(done);
  });
});

describe('a deleted device', () => {
  it('is removed from groups', async () => {
    const group = await create({ name: 'Shelves', devices: shelves });
    await owner.as.delete(`/v1/devices/${shelves[0]}`).expect(204);
    expect(await read(group._id)).toMatchObject({ devices: [shelves[1]], deviceCount: 1 });
  });
});

describe('a selector with a group', () => {
  const run = (selector: object) => owner.as.post('/v1/jobs').send({ code: '1', selector });

  it('matches devices of the group that meet the other conditions', async () => {
    const listed = await create({ name: 'Listed', devices: [desk, shelves[0]] });
    const farm = await create({ name: 'Farm', rule: { tag: 'farm' } });
    for (const [selector, queued] of [
      [{ group: listed._id }, 2],
      [{ group: farm._id }, 2],
      [{ group: listed._id, tag: 'farm' }, 1],
      [{ group: farm._id, name: '2' }, 1],
      [{ all: true, group: listed._id, brand: 'apple' }, 1],
    ] as const) {
      const { body } = await run(selector).expect(201);
      expect([selector, body.counts.queued]).toEqual([selector, queued]);
    }
  });

  it('fails if the group is unknown, empty or of another account', async () => {
    const stranger = await server.createAccount();
    const othersGroup = await stranger.as.post('/v1/device-groups').send({ name: 'T', rule: { all: true } });
    for (const group of [newId(), othersGroup.body._id as string]) {
      expect(await answerOf(run({ group }))).toEqual(refusal('notFound', 'selector.group'));
      expect(await answerOf(owner.as.get(`/v1/devices?group=${group}`))).toEqual(
        refusal('notFound', 'group'),
      );
    }
    const { _id: group } = await create({ name: 'Empty', devices: [] });
    expect(await answerOf(run({ group }))).toEqual(invalidAt('selector'));
    expect(await namesIn(`group=${group}`)).toEqual([]);
  });
});
