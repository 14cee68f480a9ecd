import { LIMITS, type Revision } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, notFound } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { createMember } from '../../testing/test-members';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
beforeEach(async () => {
  const { body } = await owner.as.post('/v1/devscripts').expect(201);
  path = `/v1/devscripts/${body._id}`;
});
afterAll(() => server.close());

const upload = (files: { code?: string; config?: string }, as = owner.as) => {
  const request = as.put(`${path}/files`);
  if (files.code !== undefined) request.attach('data', Buffer.from(files.code), 'main.js');
  if (files.config !== undefined) request.attach('data', Buffer.from(files.config), 'form.json');
  return request.expect(204);
};
const list = async (query = ''): Promise<{ items: Revision[]; nextCursor?: string }> =>
  (await owner.as.get(`${path}/revisions${query}`).expect(200)).body;
const codeOf = async (revision: Revision) =>
  (await owner.as.get(`${path}/revisions/${revision._id}/files/code`).buffer(true).expect(200)).text;

describe('PUT /v1/devscripts/:devscriptId/files', () => {
  it('records a revision for each upload that changes a file', async () => {
    await upload({ code: 'a()' });
    await upload({ config: '[]' });
    await upload({ code: 'b()' });
    const { items } = await list();
    expect(items).toMatchObject([
      { number: 3, code: { name: 'main.js', size: 3 }, config: { name: 'form.json' } },
      { number: 2, code: { sha256: items[2].code?.sha256 }, config: { name: 'form.json', size: 2 } },
      { number: 1, code: { name: 'main.js', size: 3 }, config: null },
    ]);
    expect(await Promise.all(items.map(codeOf))).toEqual(['b()', 'a()', 'a()']);
  });

  it('records none for an upload that changes nothing', async () => {
    await upload({ code: 'a()', config: '[]' });
    await upload({ code: 'a()' });
    await upload({ code: 'a()', config: '[]' });
    expect((await list()).items).toMatchObject([{ number: 1 }]);
  });

  it('records who uploaded, and with which program', async () => {
    const editor = await createMember(server, owner, 'editor');
    await owner.as
      .put(`${path}/files`)
      .set('user-agent', 'drover/1.0')
      .attach('data', Buffer.from('1'), 'a.js');
    await upload({ code: '2' });
    await server
      .request()
      .put(`${path}/files`)
      .set('authorization', `token ${editor.token}`)
      .attach('data', Buffer.from('3'), 'a.js')
      .expect(204);
    const { name } = await server.context.prisma.person.findUniqueOrThrow({ where: { id: editor.personId } });
    expect((await list()).items).toMatchObject([
      { number: 3, personName: name },
      { number: 2, source: 'api' },
      { number: 1, source: 'cli' },
    ]);
  });

  it('numbers simultaneous uploads one after the other', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => upload({ code: `${n}` })));
    const { items } = await list();
    expect(items.map(({ number }) => number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const newest = items.find(({ number }) => number === 8);
    expect((await owner.as.get(`${path}/files/code`).buffer(true)).text).toBe(
      newest && (await codeOf(newest)),
    );
  });

  it('deletes the oldest revision without a name if there are too many', async () => {
    await upload({ code: 'first' });
    await upload({ code: 'second' });
    const { items } = await list();
    await owner.as.put(`${path}/revisions/${items[1]._id}`).send({ name: 'first' }).expect(204);
    await addRows(LIMITS.revisions - 2);
    expect(await numbers()).toHaveLength(LIMITS.revisions);
    await upload({ code: 'one more' });
    const kept = await numbers();
    expect(kept).toHaveLength(LIMITS.revisions);
    expect(kept.slice(0, 2)).toEqual([1, 3]);
    expect(kept.at(-1)).toBe(LIMITS.revisions + 1);
  });
});

const numbers = async () => {
  const rows = await server.context.prisma.revision.findMany({
    where: { devscriptId: path.split('/')[3] },
    orderBy: { number: 'asc' },
  });
  return rows.map(({ number }) => number);
};

/** Adds revisions behind the newest one, with other code. */
async function addRows(count: number, name?: string): Promise<void> {
  const first = ((await numbers()).at(-1) ?? 0) + 1;
  const { code } = (await list('?limit=1')).items[0];
  await server.context.prisma.revision.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      ...{ id: newId(), devscriptId: path.split('/')[3], number: first + index, source: 'api' as const },
      ...{ name, codeName: 'main.js', codeSha256: code?.sha256, codeSize: code?.size },
    })),
  });
}

describe('GET /v1/devscripts/:devscriptId/revisions', () => {
  it('returns page by page, newest first', async () => {
    for (const code of ['1', '2', '3']) await upload({ code });
    const first = await list('?limit=2');
    expect(first.items.map(({ number }) => number)).toEqual([3, 2]);
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ count: 1, items: [{ number: 1 }] });
    expect(second.nextCursor).toBeUndefined();
  });
});

describe('GET /v1/devscripts/:devscriptId/revisions/:revisionId', () => {
  it('returns 404 for a revision of another devscript, and for a file that it does not have', async () => {
    await upload({ code: '1' });
    const [revision] = (await list()).items;
    const { body: other } = await owner.as.post('/v1/devscripts').expect(201);
    const elsewhere = `/v1/devscripts/${other._id}/revisions/${revision._id}`;
    expect(await answerOf(owner.as.get(elsewhere))).toEqual(notFound);
    expect(await answerOf(owner.as.post(`${elsewhere}/restore`))).toEqual(notFound);
    expect(await answerOf(owner.as.get(`${path}/revisions/${revision._id}/files/config`))).toEqual(notFound);
    expect((await owner.as.get(`${path}/revisions/${revision._id}`)).body).toEqual(revision);
  });
});

describe('GET /v1/devscripts/:devscriptId/revisions/:revisionId/files/code', () => {
  it('returns the bytes as they were uploaded', async () => {
    await upload({ code: '\uFEFF// 中文\r\n' });
    const [revision] = (await list()).items;
    await upload({ code: 'later()' });
    expect(await codeOf(revision)).toBe('\uFEFF// 中文\r\n');
  });
});

describe('GET /v1/devscripts/:devscriptId/revisions/:revisionId/files/config', () => {
  it('returns the configuration of the revision', async () => {
    await upload({ config: '[ {"name":"城市"} ]' });
    const [revision] = (await list()).items;
    await upload({ config: '[]' });
    const { body } = await owner.as.get(`${path}/revisions/${revision._id}/files/config`).expect(200);
    expect(body).toEqual([{ name: '城市' }]);
  });
});

describe('PUT /v1/devscripts/:devscriptId/revisions/:revisionId', () => {
  it('names the revision and removes the name', async () => {
    await upload({ code: '1' });
    const [{ _id }] = (await list()).items;
    const rename = (body: object) => answerOf(owner.as.put(`${path}/revisions/${_id}`).send(body));
    expect(await rename({ name: '上线版本' })).toEqual(done);
    expect(await rename({})).toEqual(done);
    expect((await list()).items).toMatchObject([{ name: '上线版本' }]);
    expect(await rename({ name: null })).toEqual(done);
    expect((await list()).items).toMatchObject([{ name: null }]);
    expect(await rename({ name: '' })).toEqual(invalidAt('name'));
  });

  it('allows a limited number of names', async () => {
    await upload({ code: '1' });
    const [{ _id }] = (await list()).items;
    await addRows(LIMITS.namedRevisions - 1, 'kept');
    const rename = (name: string | null) => answerOf(owner.as.put(`${path}/revisions/${_id}`).send({ name }));
    expect(await rename('the last one')).toEqual(done);
    expect(await rename('another name for it')).toEqual(done);
    await rename(null);
    await addRows(1, 'kept');
    expect(await rename('one too many')).toMatchObject({ status: 409, body: { code: 1105 } });
  });
});

describe('POST /v1/devscripts/:devscriptId/revisions/:revisionId/restore', () => {
  it('restores both files as a new revision, which needs a new review', async () => {
    await upload({ code: 'old()' });
    await upload({ code: 'new()', config: '[{"name":"a"}]' });
    await owner.as.post(`${path}/review`).expect(201);
    const [, first] = (await list()).items;
    const { body } = await owner.as.post(`${path}/revisions/${first._id}/restore`).expect(201);
    expect(body).toMatchObject({ number: 3, source: 'restore', restoredNumber: 1, config: null });
    expect((await owner.as.get(`${path}/files/code`).buffer(true)).text).toBe('old()');
    expect(await answerOf(owner.as.get(`${path}/files/config`))).toEqual(notFound);
    expect((await owner.as.get(path)).body.reviewState).toBe('draft');
  });

  it('adds no revision if the files are the same', async () => {
    await upload({ code: '1' });
    const [revision] = (await list()).items;
    expect((await owner.as.post(`${path}/revisions/${revision._id}/restore`).expect(201)).body).toEqual(
      revision,
    );
    expect((await list()).items).toHaveLength(1);
  });
});

describe('the revision of a job and of a version', () => {
  it('names the revision that a job ran and that a version was published from', async () => {
    const { _id } = await createDevice(server, owner);
    await upload({ code: '1' });
    await upload({ code: '2' });
    const request = { devices: [{ _id }] };
    const { headers } = await owner.as.post(`${path}/run`).send(request).expect(204);
    await upload({ code: '3' });
    const { body: job } = await owner.as.get(headers.location);
    expect(job.revision).toBe(2);
    const rerun = async (code: string) =>
      (await owner.as.post(`/v1/jobs/${job._id}/rerun`).send({ which: 'all', code }).expect(201)).body
        .revision;
    expect(await rerun('same')).toBe(2);
    expect(await rerun('current')).toBe(3);
    await server.context.prisma.devscript.update({
      where: { id: path.split('/')[3] },
      data: { reviewState: 'approved' },
    });
    await owner.as.post(`${path}/publish`).expect(201);
    expect((await list()).items).toMatchObject([
      { number: 3, version: '1.0.0' },
      { number: 2, version: null },
      { number: 1, version: null },
    ]);
  });
});
