import type { RevisionList } from '@drover/contract';
import { readdir } from 'node:fs/promises';
import { eventually } from '../../testing/eventually';
import { TestGit } from '../../testing/test-git';
import { codesOf, connectRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { newId } from '../../database/ids';
import { claimSync } from './queue';
import { storeCommits } from './store-commit';
import { syncFolder } from './sync';

let server: TestServer;
let owner: TestAccount;
let git: TestGit;

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  git = await new TestGit().start();
});
afterEach(() => git.close());

const one = (text: string) => ({
  'drover.json': '{ "name": "one", "entry": "main.ts" }',
  'main.ts': `console.log('${text}' as string);\n`,
});

const folders = {
  'scripts/a/drover.json': '{ "entry": "main.ts" }',
  'scripts/a/main.ts': "import { end } from '../../shared/end';\nconsole.log('a' + end);\n",
  'scripts/b/drover.json': '{ "entry": "main.js", "config": "form.json" }',
  'scripts/b/main.js': "console.log('b');\n",
  'scripts/b/form.json': '[]',
  'shared/end.ts': "export const end: string = '!';\n",
};

const revisionsOf = async (name: string) => {
  const { body } = await owner.as.get('/v1/devscripts').query({ name }).expect(200);
  const answer = await owner.as.get(`/v1/devscripts/${body.items[0]._id}/revisions`).expect(200);
  return (answer.body as RevisionList).items;
};

describe('POST /v1/repositories/:repositoryId/sync', () => {
  it('turns a commit into a revision with its hash and its author', async () => {
    const commit = git.commit(one('first'));
    const repository = await connectRepository(owner, { url: git.url });
    expect(await repository.synced()).toMatchObject({
      ...{ state: 'done', trigger: 'request', commit, commitAuthor: 'Ada Lovelace', projects: 1, changed: 1 },
      error: null,
    });
    expect(await revisionsOf('one')).toMatchObject([
      { number: 1, source: 'git', commit, commitAuthor: 'Ada Lovelace', tokenName: 'shop', personName: null },
    ]);
    expect(Object.values(await codesOf(owner))[0]).toContain('first');
    expect(await repository.read()).toMatchObject({ commit, nextAt: null });
    // The folder is deleted after the end of the sync was recorded.
    await eventually(async () => expect(await readdir(syncFolder(server.context))).toEqual([]));
    expect(await repository.sync()).toMatchObject({ state: 'done', projects: 1, changed: 0 });
  });

  it('syncs many projects of a folder, and leaves unchanged ones alone', async () => {
    git.commit(folders);
    const repository = await connectRepository(owner, { url: git.url, folder: 'scripts' });
    expect(await repository.synced()).toMatchObject({ projects: 2, changed: 2, error: null });
    git.commit({ ...folders, 'scripts/b/main.js': "console.log('changed');\n" });
    expect(await repository.sync()).toMatchObject({ projects: 2, changed: 1 });
    expect(await revisionsOf('b')).toHaveLength(2);
    git.commit({ 'scripts/a/drover.json': folders['scripts/a/drover.json'], 'scripts/a/main.ts': '' });
    expect(await repository.sync()).toMatchObject({ projects: 1, changed: 1 });
    expect(Object.keys(await codesOf(owner)).sort()).toEqual(['a', 'b']);
  });

  it('follows a branch or a tag, a force-push, and names a deleted branch', async () => {
    git.commit(one('main'));
    git.commit(one('beta'), 'beta');
    git.git(['tag', '-a', '-m', 'x', 'v1', 'beta']);
    const repository = await connectRepository(owner, { url: git.url, ref: 'beta' });
    await repository.synced();
    expect(Object.values(await codesOf(owner))[0]).toContain('beta');
    git.git(['update-ref', '-d', 'refs/heads/beta']);
    const forced = git.commit(one('forced'), 'beta');
    expect(await repository.sync()).toMatchObject({ state: 'done', commit: forced, changed: 1 });
    git.git(['update-ref', '-d', 'refs/heads/beta']);
    expect(await repository.sync()).toMatchObject({
      ...{ state: 'failed', error: 'The repository has no branch or tag beta.' },
    });
    expect(Object.values(await codesOf(owner))[0]).toContain('forced');
    await owner.as.put(repository.path).send({ ref: 'v1' }).expect(204);
    await eventually(async () => expect(Object.values(await codesOf(owner))[0]).toContain('beta'));
  });

  it('stores nothing of a commit with a project that does not build', async () => {
    git.commit(folders);
    const repository = await connectRepository(owner, { url: git.url });
    await repository.synced();
    git.commit({ ...folders, 'scripts/a/main.ts': 'changed()', 'scripts/b/main.js': "import 'dayjs'" });
    const { state, error } = await repository.sync();
    expect(state).toBe('failed');
    expect(error).toMatch(/^scripts\/b: [^]*Could not resolve "dayjs"[^]*drover sync/);
    expect(await revisionsOf('a')).toHaveLength(1);
  });

  it.each([
    [
      'a submodule',
      { lib: { mode: '160000', content: '1'.repeat(40) } },
      'lib: submodules are not supported',
    ],
    [
      'a link out of the repository',
      { x: { mode: '120000', content: '../../etc/passwd' } },
      'x: the link leads to no',
    ],
    ['an absolute link', { x: { mode: '120000', content: '/etc/passwd' } }, 'x: the link leads to no file'],
    ['a name with a line break', { 'a\nb.ts': '' }, '"a\\nb.ts": the name has control characters'],
    ['a name with backslashes', { 'a\\..\\b': '' }, 'the name has control characters or backslashes'],
  ] as const)('refuses %s', async (_what, files, message) => {
    git.commit({ ...one('x'), ...files });
    const repository = await connectRepository(owner, { url: git.url });
    const { state, error } = await repository.synced();
    expect(state).toBe('failed');
    expect(error).toContain(message);
    expect(await codesOf(owner)).toEqual({});
  });

  it('refuses a name with ..', async () => {
    git.commit(one('x'));
    const blob = git.git(['hash-object', '-w', '--stdin'], 'x');
    const inner = git.git(['mktree'], `100644 blob ${blob}\t..\n`);
    const listing = `${git.git(['ls-tree', 'main'])}\n040000 tree ${inner}\tx\n`;
    const commit = git.git([
      '-c',
      'user.name=Eve',
      '-c',
      'user.email=e@example.org',
      'commit-tree',
      '-m',
      'x',
      git.git(['mktree'], listing),
    ]);
    git.git(['update-ref', 'refs/heads/main', commit]);
    const repository = await connectRepository(owner, { url: git.url });
    expect((await repository.synced()).error).toContain('x/..: the name has .. or .git');
  });

  it('runs no hooks or filters, and follows links within the repository', async () => {
    git.commit({
      ...one('x'),
      '.gitattributes': '* filter=evil diff=evil',
      '.lfsconfig': '[lfs]\n\turl = http://127.0.0.1:1/',
      'main.ts': { mode: '120000', content: 'real.ts' },
      'real.ts': "console.log('linked');\n",
      'big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n',
    });
    const repository = await connectRepository(owner, { url: git.url });
    expect(await repository.synced()).toMatchObject({ state: 'done', error: null });
    expect(Object.values(await codesOf(owner))[0]).toContain('linked');
  });

  it('syncs a repository of 10,000 files', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => [`data/${n % 100}/${n}.txt`, `${n}`]);
    git.commit({ ...one('large'), ...(Object.fromEntries(many) as Record<string, string>) });
    const repository = await connectRepository(owner, { url: git.url });
    expect(await repository.synced()).toMatchObject({ state: 'done', projects: 1, error: null });
  });

  it('signs in with a secret, which no error contains', async () => {
    git.commit(one('private'));
    git.authorization = `Basic ${Buffer.from('ada:s3cret').toString('base64')}`;
    await owner.as.put('/v1/secrets/GIT_TOKEN').send({ value: 's3cret' }).expect(204);
    const url = git.url.replace('http://', 'http://ada@');
    const repository = await connectRepository(owner, { url, secretName: 'GIT_TOKEN' });
    expect(await repository.synced()).toMatchObject({ state: 'done', error: null });
    await owner.as.put('/v1/secrets/GIT_TOKEN').send({ value: 'wr0ng' }).expect(204);
    const { error } = await repository.sync();
    expect(error).toMatch(/^The Git server refused access/);
    await owner.as.delete('/v1/secrets/GIT_TOKEN').expect(204);
    expect((await repository.sync()).error).toBe('The secret GIT_TOKEN does not exist.');
  });

  it('leaves what was changed in the console alone when the repository is renamed', async () => {
    git.commit(one('from git'));
    const repository = await connectRepository(owner, { url: git.url });
    const { _id } = await repository.synced();
    const { body } = await owner.as.get('/v1/devscripts').expect(200);
    await owner.as
      .put(`/v1/devscripts/${body.items[0]._id}/files`)
      .attach('data', Buffer.from('edited()'), 'one.js')
      .expect(204);
    await owner.as.put(repository.path).send({ name: 'renamed', intervalMinutes: 60 }).expect(204);
    expect(await repository.synced(_id)).toMatchObject({ state: 'done', changed: 0, error: null });
    expect(Object.values(await codesOf(owner))[0]).toBe('edited()');
    expect(await repository.sync()).toMatchObject({ state: 'done', changed: 1 });
    expect(Object.values(await codesOf(owner))[0]).toContain('from git');
  });

  it('is repeated if the Git server fails, and not if it refuses access', async () => {
    git.commit(one('late'));
    git.status = 503;
    const repository = await connectRepository(owner, { url: git.url });
    const failed = await repository.synced();
    expect(failed).toMatchObject({ state: 'failed', trigger: 'request' });
    expect(failed.error).toContain('503');
    const { nextAt } = await repository.read();
    expect(Date.parse(nextAt as string)).toBeGreaterThan(Date.parse(failed.finishedAt as string));
    await server.context.prisma.repository.update({
      where: { id: repository._id },
      data: { nextAt: new Date() },
    });
    const again = await repository.synced(failed._id);
    expect(again).toMatchObject({ state: 'failed', trigger: 'request' });
    const waits =
      Date.parse((await repository.read()).nextAt as string) - Date.parse(again.finishedAt as string);
    expect([waits > 15_000, waits < 25_000]).toEqual([true, true]);
    git.status = undefined;
    git.authorization = 'Basic x';
    expect((await repository.sync()).error).toMatch(/^The Git server refused access/);
    expect(await repository.read()).toMatchObject({ nextAt: null });
  });

  it('stores nothing for a server that has lost its lease', async () => {
    git.commit(one('x'));
    const repository = await connectRepository(owner, { url: git.url });
    await repository.synced();
    const { prisma } = server.context;
    const row = await prisma.repository.findUniqueOrThrow({ where: { id: repository._id } });
    const claim = { syncId: newId(), trigger: 'request' as const, repository: { ...row, pins: [] } };
    const late = { commit: '0'.repeat(40), commitAuthor: 'Eve', projects: [] };
    const stored = storeCommits(server.context, claim, { main: late, pinned: [], isPushed: false });
    await expect(stored).rejects.toThrow('has changed during the sync');
    expect(await claimSync(server.context, [])).toBeUndefined();
  });

  it('syncs by interval, and fetches nothing if the commit is the same', async () => {
    git.commit(one('x'));
    const repository = await connectRepository(owner, { url: git.url, intervalMinutes: 5 });
    const { _id } = await repository.synced();
    const { nextAt } = await repository.read();
    expect(Date.parse(nextAt as string) - Date.now()).toBeGreaterThan(200_000);
    git.requests.length = 0;
    await server.context.prisma.repository.update({
      where: { id: repository._id },
      data: { nextAt: new Date() },
    });
    expect(await repository.synced(_id)).toMatchObject({ trigger: 'interval', state: 'done', projects: 0 });
    expect(git.requests.filter((path) => path.endsWith('/git-upload-pack')).length).toBeLessThanOrEqual(1);
  });
});

describe('GET /v1/repositories/:repositoryId/syncs', () => {
  it('lists the last syncs, and keeps 50', async () => {
    git.commit(one('x'));
    const repository = await connectRepository(owner, { url: git.url });
    await repository.synced();
    const rows = Array.from({ length: 60 }, () => ({
      ...{ id: newId(), repositoryId: repository._id, trigger: 'interval' as const, state: 'done' as const },
    }));
    await server.context.prisma.repositorySync.createMany({ data: rows });
    await repository.sync();
    const { body } = await owner.as.get(`${repository.path}/syncs`).query({ limit: 100 }).expect(200);
    expect(body.count).toBe(50);
    expect(body.items[0]).toMatchObject({ trigger: 'request', state: 'done' });
  });
});
