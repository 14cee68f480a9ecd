import { createHash } from 'node:crypto';
import { invalidAt, notFound, answerOf } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { createDevscript as createPlainScript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let devscriptId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
beforeEach(async () => {
  devscriptId = await createDevscript(owner);
});
afterAll(() => server.close());

const createDevscript = async ({ as }: TestAccount) =>
  (await as.post('/v1/devscripts').expect(201)).body._id as string;
const pathOf = (id = devscriptId) => `/v1/devscripts/${id}`;

const main = { path: 'src/main.ts', text: 'const answer: number = 42;\nconsole.log(answer);\n' };
const settings = { path: 'drover.json', text: '{"entry": "src/main.ts"}' };
const project = { files: [main, settings], code: 'const answer = 42;\nconsole.log(answer);' };
const put = (fields: object = {}) => owner.as.put(`${pathOf()}/project`).send({ ...project, ...fields });
const upload = (fields: object = {}) => put(fields).expect(204);
const listRevisions = async () => (await owner.as.get(`${pathOf()}/revisions`).expect(200)).body.items;

describe('PUT /v1/devscripts/:devscriptId/project', () => {
  it('stores the code, the source files and the configuration', async () => {
    await upload({ config: '[{"name":"city"}]', sourceMap: '{"version":3}' });

    const code = await owner.as.get(`${pathOf()}/files/code`).expect(200);
    const [body, seal] = code.text.split('\n//# ');
    expect(body).toBe(project.code);
    expect(seal).toMatch(/^droverProject=[0-9a-f]{64}\n$/);
    const config = await owner.as.get(`${pathOf()}/files/config`).expect(200);
    expect(config.body).toEqual([{ name: 'city' }]);
    const { body: stored } = await owner.as.get(`${pathOf()}/project`).expect(200);
    expect(stored).toEqual({ files: [settings, main] });
  });

  it('makes a revision for a changed source file, and none for an unchanged upload', async () => {
    await upload();
    await upload({ files: [settings, main] });
    expect(await listRevisions()).toHaveLength(1);

    await upload({ files: [settings, { ...main, text: `// The answer\n${main.text}` }] });
    expect(await listRevisions()).toHaveLength(2);
  });

  it('records the Git commit', async () => {
    const git = { commit: 'a'.repeat(40), author: 'Ada' };
    await upload({ git });
    const [revision] = await listRevisions();
    expect(revision).toMatchObject({ source: 'git', commit: git.commit, commitAuthor: 'Ada' });
    for (const commit of ['a'.repeat(39), 'A'.repeat(40), 'main']) {
      expect(await answerOf(put({ git: { ...git, commit } }))).toMatchObject(invalidAt('git.commit'));
    }
  });

  it('keeps the configuration if it is omitted, and removes it for null', async () => {
    await upload({ config: '[]' });
    await upload();
    await owner.as.get(`${pathOf()}/files/config`).expect(200);
    await upload({ config: null });
    expect(await answerOf(owner.as.get(`${pathOf()}/files/config`))).toEqual(notFound);
  });

  it.each([
    ['an absolute path', '/etc/passwd'],
    ['a path out of the project', 'src/../../main.ts'],
    ['a path with an empty segment', 'src//main.ts'],
    ['a path of Windows', 'src\\main.ts'],
    ['a path with a control character', 'src/\u0000.ts'],
    ['a path that ends in a dot', 'src/main.'],
    ['an empty path', ''],
  ])('refuses %s', async (_title, path) => {
    const answer = await answerOf(put({ files: [{ path, text: '' }] }));
    expect(answer).toEqual(invalidAt('files.0.path'));
  });

  it('refuses paths that are the same where upper and lower case are', async () => {
    const files = [main, { path: 'SRC/Main.ts', text: '' }];
    expect(await answerOf(put({ files }))).toEqual(invalidAt('files'));
  });

  it('refuses an invalid configuration, and stores nothing of the upload', async () => {
    expect(await answerOf(put({ config: '{}' }))).toEqual(invalidAt('config'));
    expect(await answerOf(owner.as.get(`${pathOf()}/project`))).toEqual(notFound);
    expect(await listRevisions()).toEqual([]);
  });

  it('returns 404 for a devscript of another account', async () => {
    const stranger = await server.createAccount();
    const request = stranger.as.put(`${pathOf()}/project`).send(project);
    expect(await answerOf(request)).toEqual(notFound);
  });
});

describe('GET /v1/devscripts/:devscriptId/project', () => {
  it('returns 404 after an upload of plain code', async () => {
    await upload();
    await owner.as
      .put(`${pathOf()}/files`)
      .attach('data', Buffer.from('1'), { filename: 'a.js', contentType: 'application/javascript' })
      .expect(204);
    expect(await answerOf(owner.as.get(`${pathOf()}/project`))).toEqual(notFound);
  });

  it('does not return the project of someone else whose code was uploaded', async () => {
    await upload();
    const { text: code } = await owner.as.get(`${pathOf()}/files/code`).expect(200);
    const stranger = await server.createAccount();
    const own = await createDevscript(stranger);
    await stranger.as
      .put(`${pathOf(own)}/files`)
      .attach('data', Buffer.from(code), { filename: 'a.js', contentType: 'application/javascript' })
      .expect(204);
    expect(await answerOf(stranger.as.get(`${pathOf(own)}/project`))).toEqual(notFound);
  });
});

describe('GET /v1/devscripts/:devscriptId/revisions/:revisionId/project', () => {
  it('returns the source files of each revision, and restores them', async () => {
    await upload();
    await upload({ files: [settings], code: '1' });
    const [, first] = await listRevisions();
    const path = `${pathOf()}/revisions/${first._id}`;
    const { body } = await owner.as.get(`${path}/project`).expect(200);
    expect(body).toEqual({ files: [settings, main] });

    await owner.as.post(`${path}/restore`).expect(201);
    const { body: restored } = await owner.as.get(`${pathOf()}/project`).expect(200);
    expect(restored).toEqual({ files: [settings, main] });
  });
});

describe('GET /v1/runs/:runId/project', () => {
  const start = async () => {
    const { _id } = await createDevice(server, owner);
    const body = { scriptId: devscriptId, devices: [{ _id }] };
    const { body: job } = await owner.as.post('/v1/jobs').send(body).expect(201);
    const { body: runs } = await owner.as.get(`/v1/runs?jobId=${job._id}`).expect(200);
    return runs.items[0]._id as string;
  };

  it('returns the source files of the code that the run has, also after another upload', async () => {
    await upload();
    const runId = await start();
    await upload({ files: [settings] });
    const { body } = await owner.as.get(`/v1/runs/${runId}/project`).expect(200);
    expect(body).toEqual({ files: [settings, main] });
  });

  it('returns 404 for a run of plain code, and for another account', async () => {
    await upload();
    const runId = await start();
    const stranger = await server.createAccount();
    expect(await answerOf(stranger.as.get(`/v1/runs/${runId}/project`))).toEqual(notFound);
    const { _id } = await createPlainScript(owner);
    devscriptId = _id;
    expect(await answerOf(owner.as.get(`/v1/runs/${await start()}/project`))).toEqual(notFound);
  });
});

it('stores equal source trees once', async () => {
  const text = `// ${devscriptId}`;
  await upload({ files: [{ path: 'a.ts', text }] });
  await upload({ files: [{ path: 'a.ts', text }], code: '2' });
  const sources = JSON.stringify({ files: [{ path: 'a.ts', text }] });
  const sourcesSha256 = createHash('sha256').update(sources).digest('hex');
  expect(await server.context.prisma.projectBuild.count({ where: { sourcesSha256 } })).toBe(2);
  expect(await server.context.prisma.content.count({ where: { sha256: sourcesSha256 } })).toBe(1);
});
