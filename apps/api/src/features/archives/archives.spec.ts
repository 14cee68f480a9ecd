import { LIMITS, type ImportResult } from '@drover/contract';
import { unzipSync, zipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../database/ids';
import { archiveReader } from '../../http/uploads';
import { answerOf, refusal } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { downloadArchive, sendArchive } from '../../testing/test-archives';
import { createDevice } from '../../testing/test-device';
import { createDevscript, upload } from '../../testing/test-devscript';
import { createMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
  other = await server.createAccount();
});
afterAll(() => server.close());

const load = async (account: TestAccount, archive: Buffer, query = '') =>
  (await sendArchive(account, archive, query).expect(200)).body as ImportResult;

/** The entries of an archive, by their paths. Records are parsed. */
function open(archive: Buffer): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(unzipSync(archive)).map(([path, bytes]) => {
      const text = Buffer.from(bytes).toString();
      return [path, path.endsWith('.json') ? (JSON.parse(text) as unknown) : text];
    }),
  );
}

/** What two exports of the same records have in common. */
function comparable(archive: Buffer) {
  const { 'manifest.json': manifest, ...entries } = open(archive);
  const { records } = manifest as { records: object[] };
  return { entries, records };
}

const project = {
  files: [{ path: 'src/main.ts', text: 'console.log(1 as number);' }],
  code: 'console.log(1);',
  sourceMap: '{"version":3}',
  phoneCode: 'console.log("phone");',
  phoneMap: '{"version":3,"names":[]}',
  config: '[{"name":"city"}]',
  git: { commit: 'a'.repeat(40), author: 'Ada' },
};

/** Creates one of everything that an archive contains. */
async function fill(account: TestAccount) {
  const { as } = account;
  const device = await createDevice(server, account, { name: 'Front desk' });
  const devices = [{ _id: device._id }];
  const { body: listed } = await as.post('/v1/device-groups').send({ name: 'Shelf', devices: [device._id] });
  const { body: ruled } = await as.post('/v1/device-groups').send({ name: 'Farm', rule: { tag: 'farm' } });
  const plain = await createDevscript(account, { name: 'hello', description: 'Says hello', code: 'log(1)' });
  await upload(account, plain._id, {
    code: 'log(2)',
    config: [{ name: 'city' }],
    schema: { type: 'object' },
  });
  const revisions = await as.get(`/v1/devscripts/${plain._id}/revisions`);
  await as
    .put(`/v1/devscripts/${plain._id}/revisions/${revisions.body.items[1]._id}`)
    .send({ name: 'first' })
    .expect(204);
  await as.put('/v1/secrets/API_KEY').send({ value: 'very-secret-value' }).expect(204);
  const values = { city: 'Rome', key: { $secret: 'API_KEY' } };
  await as.put(`/v1/devscripts/${plain._id}/values`).send(values).expect(204);
  const { body: shop } = await as.post('/v1/devscripts').send({ name: 'shop' }).expect(201);
  await as.put(`/v1/devscripts/${shop._id}/project`).send(project).expect(204);
  const vars = { key: { $secret: 'API_KEY' } };
  const preset = { name: 'Round', scriptId: plain._id, selector: { group: listed._id, online: true }, vars };
  await as.post('/v1/presets').send(preset).expect(201);
  await as.post('/v1/presets').send({ name: 'Code', code: 'log(3)', devices, timeout: 60 }).expect(201);
  const when = { cron: '0 9 * * 1-5', timeZone: 'Asia/Shanghai' };
  await as
    .post('/v1/schedules')
    .send({ name: 'Morning', when, job: { scriptId: shop._id, devices }, overlap: 'queue' })
    .expect(201);
  await as
    .post('/v1/schedules')
    .send({
      name: 'Often',
      when: { everyMinutes: 15 },
      job: { code: 'log(4)', selector: { group: ruled._id } },
    })
    .expect(201);
  return { device, devscriptId: plain._id, shopId: shop._id as string, groupId: listed._id as string };
}

describe('GET /v1/export', () => {
  it('returns everything, but no value of a secret', async () => {
    const { devscriptId, device, groupId } = await fill(owner);
    const archive = await downloadArchive(owner);
    const entries = open(archive);
    expect(entries['manifest.json']).toMatchObject({
      ...{ format: 'drover-archive', version: 1, workspace: { name: 'Test' }, revisions: 'all' },
    });
    expect(entries[`device-groups/${groupId}.json`]).toEqual({
      ...{ _id: groupId, name: 'Shelf', rule: null },
      devices: [{ _id: device._id, name: 'Front desk' }],
    });
    expect(entries[`devscripts/${devscriptId}.json`]).toMatchObject({
      ...{ name: 'hello', description: 'Says hello' },
      values: { city: 'Rome', key: { $secret: 'API_KEY' } },
      revisions: [
        { number: 1, name: 'first', source: 'api', tokenName: 'test', config: null },
        { number: 2, name: null, config: { name: 'config.json' }, schema: { name: 'result.schema.json' } },
      ],
    });
    expect(Object.values(entries)).toEqual(
      expect.arrayContaining(['log(1)', 'log(2)', project.code, project.phoneCode, project.phoneMap]),
    );
    expect(JSON.stringify(entries)).not.toContain('very-secret-value');
    expect(JSON.stringify(entries)).not.toContain(owner.token);
  });

  it('contains only the newest revisions if asked to', async () => {
    const { devscriptId } = await fill(owner);
    const entries = open(await downloadArchive(owner, '?revisions=latest'));
    expect(entries[`devscripts/${devscriptId}.json`]).toMatchObject({ revisions: [{ number: 2 }] });
    expect(Object.values(entries)).not.toContain('log(1)');
    expect(await answerOf(owner.as.get('/v1/export?revisions=some'))).toEqual(
      refusal('invalidParameters', 'revisions'),
    );
  });

  it('is for editors', async () => {
    const operator = await createMember(server, owner, 'operator');
    expect((await operator.as.get('/v1/export')).status).toBe(403);
  });
});

describe('POST /v1/import', () => {
  it('imports everything into another workspace, and changes nothing the second time', async () => {
    await fill(owner);
    await createDevice(server, other, { name: 'Front desk' });
    const archive = await downloadArchive(owner);

    const plan = await load(other, archive, '?dryRun=true');
    expect(plan).toMatchObject({ isApplied: false, created: 8, changed: 0, unchanged: 0, failed: 0 });
    expect((await other.as.get('/v1/devscripts')).body.items).toEqual([]);

    const first = await load(other, archive);
    expect(first).toMatchObject({ isApplied: true, created: 8, changed: 0, unchanged: 0, failed: 0 });
    expect(first.missingSecrets).toEqual(['API_KEY']);
    expect(first.records.map(({ name }) => name)).toEqual(plan.records.map(({ name }) => name));

    const before = await downloadArchive(other);
    const second = await load(other, archive);
    expect(second).toMatchObject({ created: 0, changed: 0, unchanged: 8, failed: 0 });
    expect(second.records.map(({ _id }) => _id)).toEqual(first.records.map(({ _id }) => _id));
    expect(comparable(await downloadArchive(other))).toEqual(comparable(before));
  });

  it('returns the same archive from the other workspace, except IDs of devices and paused schedules', async () => {
    const { device } = await fill(owner);
    const there = await createDevice(server, other, { name: 'Front desk' });
    const archive = await downloadArchive(owner);
    await load(other, archive);
    const text = JSON.stringify(comparable(await downloadArchive(other)).entries);
    const expected = JSON.stringify(comparable(archive).entries).replaceAll(
      '"isPaused":false',
      '"isPaused":true',
    );
    expect(JSON.parse(text.replaceAll(there._id, device._id))).toEqual(JSON.parse(expected));
  });

  it('imports schedules paused, with the scripts and groups of the workspace', async () => {
    await fill(owner);
    await createDevice(server, other, { name: 'Front desk' });
    await load(other, await downloadArchive(owner));
    const { body } = await other.as.get('/v1/schedules').expect(200);
    expect(body.items).toMatchObject([
      { name: 'Often', isPaused: true, next: [], when: { everyMinutes: 15 } },
      { name: 'Morning', isPaused: true, next: [], scriptName: 'shop', overlap: 'queue' },
    ]);
    const presets = await other.as.get('/v1/presets').expect(200);
    const groups = await other.as.get('/v1/device-groups').expect(200);
    const shelf = groups.body.items.find(({ name }: { name: string }) => name === 'Shelf');
    expect(presets.body.items).toMatchObject([
      { name: 'Code' },
      { name: 'Round', scriptName: 'hello', selector: { group: shelf._id } },
    ]);
    await other.as.put(`/v1/schedules/${body.items[0]._id}`).send({ isPaused: false }).expect(204);
    expect(await load(other, await downloadArchive(owner))).toMatchObject({ unchanged: 8 });
  });

  it('keeps the source files of projects, and who uploaded them', async () => {
    await fill(owner);
    await createDevice(server, other, { name: 'Front desk' });
    await load(other, await downloadArchive(owner));
    const { body } = await other.as.get('/v1/devscripts?name=shop').expect(200);
    const path = `/v1/devscripts/${body.items[0]._id}`;
    expect((await other.as.get(`${path}/project`).expect(200)).body).toEqual({ files: project.files });
    expect((await other.as.get(`${path}/revisions`).expect(200)).body.items).toMatchObject([
      { number: 1, source: 'git', commit: project.git.commit, commitAuthor: 'Ada', tokenName: 'test' },
    ]);
    // An upload of the same project makes no revision.
    await other.as.put(`${path}/project`).send(project).expect(204);
    expect((await other.as.get(`${path}/revisions`).expect(200)).body.items).toHaveLength(1);
  });

  it('says what it cannot import, and imports the rest', async () => {
    await fill(owner);
    await other.as
      .post('/v1/device-groups')
      .send({ name: 'Farm', rule: { all: true } })
      .expect(201);
    const result = await load(other, await downloadArchive(owner));
    expect(result.records.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      ['Shelf', 'created', null],
      ['Farm', 'failed', 'name_taken'],
      ['hello', 'created', null],
      ['shop', 'created', null],
      ['Round', 'created', null],
      ['Code', 'failed', 'devices_missing'],
      ['Morning', 'failed', 'devices_missing'],
      ['Often', 'failed', 'group_missing'],
    ]);
    expect(result.records[0].missingDevices).toEqual(['Front desk']);
    await createDevice(server, other, { name: 'Front desk' });
    expect(await load(other, await downloadArchive(owner))).toMatchObject({
      created: 2,
      changed: 1,
      failed: 2,
    });
  });

  it('restores what was changed or deleted in the same workspace', async () => {
    const { devscriptId, shopId, groupId } = await fill(owner);
    const archive = await downloadArchive(owner);
    expect(await load(owner, archive)).toMatchObject({ created: 0, changed: 0, unchanged: 8 });
    await upload(owner, devscriptId, { code: 'log(5)' });
    await owner.as.put(`/v1/device-groups/${groupId}`).send({ devices: [] }).expect(204);
    await owner.as.delete(`/v1/devscripts/${shopId}`).expect(204);
    const { records } = await load(owner, archive);
    const changed = records.filter(({ outcome }) => outcome !== 'unchanged');
    expect(changed.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Shelf', 'changed'],
      ['hello', 'changed'],
      ['shop', 'created'],
      ['Morning', 'changed'],
    ]);
    const { body } = await owner.as.get(`/v1/devscripts/${devscriptId}/revisions`).expect(200);
    expect(body.items.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1]);
    expect((await owner.as.get(`/v1/devscripts/${devscriptId}/files/code`)).text).toBe('log(2)');
    expect(await load(owner, archive)).toMatchObject({ created: 0, changed: 0, unchanged: 8 });
  });

  it('changes nothing of a schedule that names a deleted device', async () => {
    const kept = await createDevice(server, owner, { name: 'Kept' });
    const gone = await createDevice(server, owner, { name: 'Gone' });
    const { _id: scriptId } = await createDevscript(owner, { code: 'log(1)' });
    const job = { scriptId, devices: [{ _id: kept._id }, { _id: gone._id }] };
    const schedule = { name: 'Hourly', when: { everyMinutes: 60 }, job };
    const { body } = await owner.as.post('/v1/schedules').send(schedule).expect(201);
    await owner.as.delete(`/v1/devices/${gone._id}`).expect(204);
    expect(await load(owner, await downloadArchive(owner))).toMatchObject({ changed: 0, unchanged: 2 });
    const { body: after } = await owner.as.get(`/v1/schedules/${body._id}`).expect(200);
    expect(after.isPaused).toBe(false);
  });

  it('cuts the names of missing devices', async () => {
    const { groupId } = await fill(owner);
    const archive = await downloadArchive(owner);
    const path = `device-groups/${groupId}.json`;
    const entries = unzipSync(archive);
    const group = JSON.parse(Buffer.from(entries[path]).toString()) as object;
    const devices = Array.from({ length: 150 }, (_, n) => ({ _id: `${n}`, name: 'x'.repeat(100_000) }));
    const bytes = Buffer.from(JSON.stringify({ ...group, devices }));
    const manifest = JSON.parse(Buffer.from(entries['manifest.json']).toString()) as {
      records: { path: string; sha256: string }[];
    };
    const record = manifest.records.find((one) => one.path === path)!;
    record.sha256 = createHash('sha256').update(bytes).digest('hex');
    const changed = zipSync({
      ...entries,
      [path]: bytes,
      'manifest.json': Buffer.from(JSON.stringify(manifest)),
    });
    const { records } = await load(other, Buffer.from(changed));
    const { missingDevices } = records.find(({ archiveId }) => archiveId === groupId)!;
    expect(missingDevices).toEqual(Array.from({ length: 100 }, () => 'x'.repeat(LIMITS.deviceNameChars)));
  });

  it('removes the approval of a schedule that it changes', async () => {
    await fill(owner);
    const archive = await downloadArchive(owner);
    const { prisma } = server.context;
    const where = { accountId: owner.accountId, name: 'Often' };
    const approved = { approvalId: newId(), approvedCodeSha256: 'a'.repeat(64) };
    await prisma.schedule.updateMany({ where, data: { ...approved, everyMinutes: 30 } });
    expect(await load(owner, archive)).toMatchObject({ changed: 1, unchanged: 7 });
    expect(await prisma.schedule.findFirst({ where })).toMatchObject({
      ...{ approvalId: null, approvedCodeSha256: null, everyMinutes: 15, isPaused: true },
    });
  });

  it('keeps empty files', async () => {
    await createDevscript(owner, { name: 'empty', code: '' });
    const archive = await downloadArchive(owner);
    expect(await load(other, archive)).toMatchObject({ created: 1, failed: 0 });
    expect(await load(other, archive)).toMatchObject({ unchanged: 1 });
  });

  it('adds the revisions that are newer', async () => {
    const { devscriptId } = await fill(owner);
    await load(other, await downloadArchive(owner));
    await upload(owner, devscriptId, { code: 'log(6)' });
    const { changed, records } = await load(other, await downloadArchive(owner));
    expect(changed).toBe(1);
    const { _id } = records.find(({ name }) => name === 'hello')!;
    const { body } = await other.as.get(`/v1/devscripts/${_id}/revisions`).expect(200);
    expect(body.items.map(({ number, name }: never) => [number, name])).toEqual([
      [3, null],
      [2, null],
      [1, 'first'],
    ]);
  });

  it('creates no more than the account can have', async () => {
    const rows = Array.from({ length: LIMITS.presets }, (_, n) => ({
      ...{ id: `${n}`.padStart(24, '0').replace(/^0/, 'b'), accountId: other.accountId, name: `${n}` },
      request: { code: '1', selector: { all: true } },
    }));
    await server.context.prisma.preset.createMany({ data: rows });
    await owner.as
      .post('/v1/presets')
      .send({ name: 'a', code: '1', selector: { all: true } })
      .expect(201);
    const archive = await downloadArchive(owner);
    const full = { created: 0, failed: 1, records: [{ name: 'a', reason: 'limit_reached' }] };
    expect(await load(other, archive, '?dryRun=true')).toMatchObject(full);
    expect(await load(other, archive)).toMatchObject(full);
  });

  it('is for administrators, is added to the audit log unless it is a dry run, and leaves no file', async () => {
    const archive = await downloadArchive(owner);
    const editor = await createMember(server, owner, 'editor');
    expect((await sendArchive(editor, archive)).status).toBe(403);
    await load(owner, archive, '?dryRun=true');
    await load(owner, archive);
    await eventually(async () => {
      const { body } = await owner.as.get('/v1/audit?action=workspace.import').expect(200);
      expect(body.items).toHaveLength(1);
    });
    expect(readdirSync(join(server.context.settings.DATA_DIR, 'imports'))).toEqual([]);
  });

  it('deletes what an earlier server left of an import', () => {
    const folder = join(server.context.settings.DATA_DIR, 'imports');
    for (const name of ['old', 'new']) writeFileSync(join(folder, name), 'PK');
    utimesSync(join(folder, 'old'), new Date(0), new Date(0));
    archiveReader(folder);
    expect(readdirSync(folder)).toEqual(['new']);
    rmSync(join(folder, 'new'));
  });
});
