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

  it('names a large file and a repository without a project', async () => {
    git.commit({ 'drover.json': '{ "entry": "main.js" }', 'main.js': ' '.repeat(9_000_000) });
    const repository = await connectRepository(owner, { url: git.url });
    expect((await repository.synced()).error).toContain('main.js has more than 8 MB.');
    git.commit({ 'README.md': '' });
    expect((await repository.sync()).error).toBe('There is no drover.json in the repository.');
  });
});
