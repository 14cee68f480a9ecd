import { LIMITS } from '@drover/contract';
import { TestGit } from '../../testing/test-git';
import { connectRepository } from '../../testing/test-repository';
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

const projects = (count: number, code: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      [`p${n}/drover.json`, '{ "entry": "main.js" }'],
      [`p${n}/main.js`, code],
    ]).flat(),
  ) as Record<string, string>;

describe('POST /v1/repositories/:repositoryId/sync', () => {
  it('stores as many projects as the limit allows, and refuses one more', async () => {
    git.commit(projects(LIMITS.repositoryProjects, '1'));
    const repository = await connectRepository(owner, { url: git.url });
    expect(await repository.synced()).toMatchObject({
      state: 'done',
      error: null,
      projects: LIMITS.repositoryProjects,
    });
    git.commit(projects(LIMITS.repositoryProjects + 1, '2'));
    expect(await repository.sync()).toMatchObject({
      error: `The repository has more than ${LIMITS.repositoryProjects} projects.`,
    });
  });

  it('cuts a long error', async () => {
    git.commit(projects(LIMITS.repositoryProjects, `import '${'a'.repeat(200)}';`));
    const repository = await connectRepository(owner, { url: git.url });
    expect((await repository.synced()).error).toHaveLength(LIMITS.syncErrorChars);
  });

  it('refuses a few trees that contain each other many times', async () => {
    git.commit({ 'drover.json': '{ "entry": "main.js" }' });
    let tree = `100644 blob ${git.git(['hash-object', '-w', '--stdin'], 'x')}`;
    for (let level = 0; level < 9; level += 1) {
      const entries = Array.from({ length: 10 }, (_, n) => `${tree}\t${n}${'x'.repeat(100)}\n`);
      tree = `040000 tree ${git.git(['mktree'], entries.join(''))}`;
    }
    const root = git.git(['mktree'], `${git.git(['ls-tree', 'main'])}\n${tree}\tbomb\n`);
    const person = ['-c', 'user.name=Eve', '-c', 'user.email=e@example.org'];
    git.git(['update-ref', 'refs/heads/main', git.git([...person, 'commit-tree', '-m', 'x', root])]);
    const repository = await connectRepository(owner, { url: git.url });
    expect((await repository.synced()).error).toBe('The commit has too many files.');
  });

  it('refuses a commit whose few objects are too large', async () => {
    git.git(['config', 'core.bigFileThreshold', '1m']);
    git.git(['config', 'pack.compression', '0']);
    const blobs = Array.from({ length: 6 }, (_, n) =>
      git.git(['hash-object', '-w', '--stdin'], Buffer.alloc(45_000_000, n)),
    );
    const listing = blobs.map((blob, n) => `100644 blob ${blob}\t${n}\n`).join('');
    const person = ['-c', 'user.name=Eve', '-c', 'user.email=e@example.org'];
    const tree = git.git(['mktree'], listing);
    git.git(['update-ref', 'refs/heads/main', git.git([...person, 'commit-tree', '-m', 'x', tree])]);
    const repository = await connectRepository(owner, { url: git.url });
    expect((await repository.synced()).error).toBe('The commit has more than 256 MB.');
  });

  it('names a large file and a repository without a project', async () => {
    git.commit({ 'drover.json': '{ "entry": "main.js" }', 'main.js': ' '.repeat(9_000_000) });
    const repository = await connectRepository(owner, { url: git.url });
    expect((await repository.synced()).error).toContain('main.js has more than 8 MB.');
    git.commit({
      ...{ 'a/drover.json': '{ "entry": "main.js" }', 'a/main.js': ' '.repeat(9_000_000) },
      ...{ 'b/drover.json': '{ "entry": "main.js" }', 'b/main.js': '1' },
    });
    expect((await repository.sync()).error).not.toContain('is missing in the repository');
    git.commit({ 'README.md': '' });
    expect((await repository.sync()).error).toBe('There is no drover.json in the repository.');
  });
});
