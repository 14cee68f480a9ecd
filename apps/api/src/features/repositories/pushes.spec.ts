import type { RepositorySync, RepositorySyncList, RevisionList } from '@drover/contract';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../testing/eventually';
import { TestGit } from '../../testing/test-git';
import { findScript, saveProject } from '../../testing/test-project';
import { codesOf, connectRepository, type TestRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

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

const project = {
  'drover.json': '{ "entry": "main.ts" }',
  'main.ts': "import { end } from './end';\nconsole.log('first' + end);\n",
  'end.ts': "export const end: string = '!';\n",
};
const changed = { ...project, 'main.ts': "import { end } from './end';\nconsole.log('second' + end);\n" };
const others = {
  'README.md': 'read\n',
  'shop/test/main.spec.ts': 'test()\n',
  'shop/package-lock.json': '{}\n',
};

const inShop = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`shop/${path}`, text]));
const filesOf = (commit: string) =>
  Object.fromEntries(
    git
      .git(['ls-tree', '-r', '--name-only', commit])
      .split('\n')
      .map((path) => [path, `${git.git(['cat-file', 'blob', `${commit}:${path}`])}\n`]),
  );
const trimmed = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `${text.trim()}\n`]));
const save = (files: Record<string, string>) => saveProject(owner, 'shop', files);
const syncsOf = async ({ path }: TestRepository) =>
  ((await owner.as.get(`${path}/syncs`).expect(200)).body as RepositorySyncList).items;
/** Waits for the end of so many pushes, and returns them, newest first. */
const pushed = (repository: TestRepository, count = 1) =>
  eventually(async () => {
    const pushes = (await syncsOf(repository)).filter(({ trigger }) => trigger === 'save');
    expect(pushes.filter(({ state }) => state !== 'running')).toHaveLength(count);
    return pushes;
  });
const revisions = async () => {
  const { _id } = await findScript(owner, 'shop');
  return ((await owner.as.get(`/v1/devscripts/${_id}/revisions`).expect(200)).body as RevisionList).items;
};

/** Connects a repository with the project, which is synced once. */
async function connect(pushRef: string | null): Promise<TestRepository> {
  git.commit({ ...inShop(project), ...others });
  const repository = await connectRepository(owner, { url: git.url, pushRef });
  expect(await repository.synced()).toMatchObject({ state: 'done', error: null });
  return repository;
}

describe('a save of a project of a repository', () => {
  it('is pushed as a commit with its author to a new branch', async () => {
    const { accountId } = owner;
    await server.context.prisma.accessToken.updateMany({
      where: { accountId },
      data: { personId: accountId },
    });
    const repository = await connect('drover');
    expect(await findScript(owner, 'shop')).toMatchObject({ pushRef: 'drover' });
    const { 'end.ts': _, ...rest } = changed;
    const saved = { ...rest, 'main.ts': "import './lib/a';\n", 'lib/a.ts': "console.log('é');\n" };
    await save(saved);
    const [push] = await pushed(repository);
    const commit = git.git(['rev-parse', 'drover']);
    expect(push).toMatchObject({
      ...{ state: 'done', error: null, commit, commitAuthor: 'Test', projects: 1, changed: 1 },
    });
    expect(git.git(['rev-parse', 'drover^'])).toBe(git.git(['rev-parse', 'main']));
    expect(filesOf(commit)).toEqual(trimmed({ ...inShop(saved), ...others }));
    expect(git.git(['log', '-1', '--format=%an <%ae> %cn%n%B', commit])).toBe(
      `Test <${owner.email}> Drover\nshop: revision 2\n\nUploaded with the API.`,
    );
  });

  it('gets one commit each, in their order, and restored revisions too', async () => {
    const repository = await connect('drover');
    const [{ _id: revisionId }] = await revisions();
    for (const text of ['a', 'b', 'c'])
      await save({ ...project, 'end.ts': `export const end = '${text}';\n` });
    const { _id } = await findScript(owner, 'shop');
    await owner.as.post(`/v1/devscripts/${_id}/revisions/${revisionId}/restore`).expect(201);
    await pushed(repository, 4);
    expect(git.git(['log', '--format=%s', '--reverse', 'main..drover']).split('\n')).toEqual([
      ...['shop: revision 2', 'shop: revision 3', 'shop: revision 4', 'shop: revision 5'],
    ]);
    expect(filesOf('drover')).toEqual(filesOf('main'));
  });

  it('creates no second revision when the pushed commit is synced', async () => {
    const repository = await connect('main');
    await save({ ...changed, 'unused.txt': 'unused\n' });
    const [push] = await pushed(repository);
    expect(await repository.read()).toMatchObject({ commit: push.commit });
    await repository.sync();
    const forced = git.git(['commit-tree', '-m', 'x', '-p', 'main', 'main^{tree}']);
    git.git(['update-ref', 'refs/heads/main', forced]);
    expect(await repository.sync()).toMatchObject({ state: 'done', commit: forced, changed: 0 });
    expect(await revisions()).toHaveLength(2);
    await save({ ...changed, 'unused.txt': 'used\n' });
    expect((await pushed(repository, 2))[0]).toMatchObject({ state: 'done', changed: 1 });
    expect(filesOf('main')).toMatchObject({ 'shop/unused.txt': 'used\n' });
  });

  it.each([
    ['pushed', true],
    ['force-pushed', false],
  ])('is merged with other files that were %s meanwhile', async (_how, isForward) => {
    const repository = await connect('main');
    const end = "export const end: string = '?';\n";
    git.onPush = () => {
      git.onPush = undefined;
      const [former, files] = [git.git(['rev-parse', 'main']), inShop({ ...project, 'end.ts': end })];
      git.commit({ ...files, ...others, 'new.txt': 'new\n' });
      if (!isForward) return;
      const theirs = git.git(['commit-tree', '-m', 'x', '-p', former, 'main^{tree}']);
      git.git(['update-ref', 'refs/heads/main', theirs]);
    };
    await save(changed);
    expect((await pushed(repository))[0]).toMatchObject({ state: 'done', error: null });
    const merged = trimmed({ ...inShop({ ...changed, 'end.ts': end }), ...others, 'new.txt': 'new\n' });
    expect(filesOf('main')).toEqual(merged);
    await eventually(async () => expect((await revisions())[0]).toMatchObject({ number: 3, source: 'git' }));
    const code = Object.values(await codesOf(owner))[0];
    expect([code.includes('second'), code.includes('?')]).toEqual([true, true]);
  });

  it('is not pushed over changes of the same file, until a sync was requested', async () => {
    const repository = await connect('main');
    const theirs = git.commit({ ...inShop({ ...project, 'main.ts': 'theirs();\n' }), ...others });
    await save(changed);
    const [{ state, error }] = await pushed(repository);
    expect(state).toBe('failed');
    expect(error).toMatch(/^shop, revision 2: Files changed on the branch main since .*: main\.ts$/);
    expect(git.git(['rev-parse', 'main'])).toBe(theirs);
    await server.context.prisma.repository.update({
      where: { id: repository._id },
      data: { nextAt: new Date(), nextTrigger: 'webhook' },
    });
    await eventually(async () => {
      const [sync] = await syncsOf(repository);
      expect(sync).toMatchObject({ trigger: 'webhook', state: 'done', changed: 0 });
    });
    await owner.as.post(`${repository.path}/sync`).expect(204);
    await eventually(async () => expect((await revisions())[0]).toMatchObject({ number: 3, source: 'git' }));
    await save(changed);
    await eventually(async () => expect(filesOf('main')).toMatchObject(trimmed(inShop(changed))));
    expect(git.git(['rev-parse', 'main^'])).toBe(theirs);
  });

  it('is pushed again after a revert on the branch was synced', async () => {
    const repository = await connect('main');
    await save(changed);
    await pushed(repository);
    git.commit({ ...inShop(project), ...others });
    await server.context.prisma.repository.update({
      where: { id: repository._id },
      data: { nextAt: new Date(), nextTrigger: 'webhook' },
    });
    await eventually(async () => expect((await revisions())[0]).toMatchObject({ number: 3, source: 'git' }));
    expect(Object.values(await codesOf(owner))[0]).toContain('first');
  });

  it('shows why the server refused it, and is pushed when a sync is requested', async () => {
    const repository = await connect('drover');
    const hook = join(git.repository, 'hooks', 'pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho "drover is protected" >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    await save(changed);
    const [{ state, error }] = await pushed(repository);
    expect(state).toBe('failed');
    expect(error).toMatch(/drover is protected[^]*pre-receive hook declined/);
    expect(git.git(['branch', '--list', 'drover'])).toBe('');
    writeFileSync(hook, '#!/bin/sh\nexit 0\n');
    await owner.as.post(`${repository.path}/sync`).expect(204);
    expect((await pushed(repository, 2))[0]).toMatchObject({ state: 'done', changed: 1 });
    expect(filesOf('drover')).toMatchObject(trimmed(inShop(changed)));
  });

  it('is retried if the server fails, and waits for no interval', async () => {
    const repository = await connect('drover');
    git.status = 503;
    await save(changed);
    const [{ error, finishedAt }] = await pushed(repository);
    expect(error).toContain('503');
    const { prisma } = server.context;
    const where = { repositoryId: repository._id };
    const { nextAt } = await prisma.repositoryPush.findFirstOrThrow({ where });
    const waits = (nextAt?.getTime() ?? 0) - Date.parse(finishedAt as string);
    expect([waits > 5_000, waits < 15_000]).toEqual([true, true]);
    git.status = undefined;
    await prisma.repositoryPush.updateMany({ where, data: { nextAt: new Date() } });
    expect((await pushed(repository, 2))[0]).toMatchObject({ state: 'done' });
  });

  it.each([
    ['.github/workflows/x.yml', 'names that begin with a dot are not pushed'],
    ['.git/config', 'the name has .. or .git'],
  ])('refuses the file %s', async (path, message) => {
    const repository = await connect('drover');
    await save({ ...changed, [path]: 'x' });
    const [{ state, error }] = await pushed(repository);
    expect([state, error]).toEqual(['failed', `shop, revision 2: ${path}: ${message}`]);
  });

  it('keeps links and modes, and refuses to replace a link', async () => {
    git.commit({
      ...inShop(project),
      'shop/end.ts': { mode: '120000', content: '../real.ts' },
      'real.ts': project['end.ts'],
    });
    const repository = await connectRepository(owner, { url: git.url, pushRef: 'drover' });
    expect(await repository.synced()).toMatchObject({ state: 'done' });
    await save(changed);
    expect((await pushed(repository))[0]).toMatchObject({ state: 'done', error: null });
    expect(git.git(['ls-tree', 'drover:shop', 'end.ts'])).toMatch(/^120000 /);
    await save({ ...changed, 'end.ts': "export const end = 'x';\n" });
    expect((await pushed(repository, 2))[0].error).toMatch(/Files changed on the branch drover .*: end\.ts$/);
  });

  it('does not push while no branch is set, commits from Git, and code without source files', async () => {
    const repository = await connect(null);
    await save(changed);
    await owner.as.put(repository.path).send({ pushRef: 'drover' }).expect(204);
    expect(await findScript(owner, 'shop')).toMatchObject({ pushRef: 'drover' });
    const { _id } = await findScript(owner, 'shop');
    const files = Object.entries(project).map(([path, text]) => ({ path, text }));
    const gitCommit = { commit: 'a'.repeat(40), author: 'Ada' };
    await owner.as
      .put(`/v1/devscripts/${_id}/project`)
      .send({ files, code: '1', git: gitCommit })
      .expect(204);
    await owner.as
      .put(`/v1/devscripts/${_id}/files`)
      .attach('data', Buffer.from('edited()'), 'one.js')
      .expect(204);
    const pushes: RepositorySync[] = await pushed(repository);
    expect(pushes).toMatchObject([{ state: 'done', projects: 0, changed: 0, commit: null }]);
    expect(git.git(['branch', '--list', 'drover'])).toBe('');
    await save(changed);
    await pushed(repository, 2);
    expect(filesOf('drover')).toEqual(trimmed({ ...inShop(changed), ...others }));
  });
});
