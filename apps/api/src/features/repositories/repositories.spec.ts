import { connectRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());
beforeEach(async () => (owner = await server.createAccount()));

const url = 'http://127.0.0.1:1/shop.git';

describe('POST /v1/repositories', () => {
  it('connects a repository, and syncs it at once', async () => {
    const repository = await connectRepository(owner, { url });
    expect(repository).toMatchObject({
      ...{
        url,
        ref: null,
        folder: '',
        secretName: null,
        knownHosts: null,
        intervalMinutes: null,
        commit: null,
      },
      hookUrl: `${server.url}/hooks/${repository._id}`,
    });
    expect(repository.hookSecret).toMatch(/^hmg_[0-9a-f]{64}$/);
    const { state, error } = await repository.synced();
    expect(state).toBe('failed');
    expect(error).toMatch(/Failed to connect|Could not connect|unable to access/i);
  });

  it.each([
    ['ftp://git.example.org/shop.git'],
    ['file:///etc/passwd'],
    ['/etc/passwd'],
    ['ext::sh -c whoami'],
    ['https://ada:secret@git.example.org/shop.git'],
    ['ssh://-oProxyCommand=x/shop.git'],
    ['-oProxyCommand=x@host:shop.git'],
    ['git@-host:shop.git'],
    ['https://git.example.org/a b.git'],
    ['https://git.example.org/\u00fc.git'],
    ['git@999.999:shop.git'],
    ['ssh://git@1.2.3.4.5/shop.git'],
  ])('refuses the URL %s', async (wrong) => {
    const { status, body } = await owner.as.post('/v1/repositories').send({ name: 'x', url: wrong });
    expect(status).toBe(422);
    expect(body.errors[0].path).toBe('url');
  });

  it.each([
    [{ ref: '--upload-pack=x' }, 'ref'],
    [{ ref: 'a..b' }, 'ref'],
    [{ ref: 'a b' }, 'ref'],
    [{ folder: '../x' }, 'folder'],
    [{ folder: '/x' }, 'folder'],
    [{ folder: 'a//b' }, 'folder'],
    [{ knownHosts: 'x' }, 'knownHosts'],
    [{ intervalMinutes: 0 }, 'intervalMinutes'],
    [{ secretName: 'not a name' }, 'secretName'],
  ])('refuses %j', async (fields, path) => {
    const answer = await owner.as.post('/v1/repositories').send({ name: 'x', url, ...fields });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].path).toBe(path);
  });

  it('accepts a path with two slashes', async () => {
    await owner.as.post('/v1/repositories').send({ name: 'x', url: 'git@127.0.0.1:x://y' }).expect(201);
  });

  it('refuses a name that is taken', async () => {
    await connectRepository(owner, { url });
    await owner.as.post('/v1/repositories').send({ name: 'shop', url }).expect(409);
  });
});

describe('PUT /v1/repositories/:repositoryId', () => {
  it('changes a repository, and forgets the keys of another host', async () => {
    const knownHosts = 'git.example.org ssh-ed25519 AAAA';
    const repository = await connectRepository(owner, { url, knownHosts });
    await owner.as.put(repository.path).send({ name: 'other', ref: 'main', intervalMinutes: 60 }).expect(204);
    expect(await repository.read()).toMatchObject({
      name: 'other',
      ref: 'main',
      intervalMinutes: 60,
      knownHosts,
    });
    await owner.as.put(repository.path).send({ url: 'http://127.0.0.1:1/x.git' }).expect(204);
    expect(await repository.read()).toMatchObject({ url: 'http://127.0.0.1:1/x.git', knownHosts });
    await owner.as.put(repository.path).send({ url: 'http://127.0.0.1:2/x.git' }).expect(204);
    expect(await repository.read()).toMatchObject({ url: 'http://127.0.0.1:2/x.git', knownHosts: null });
  });
});

describe('DELETE /v1/repositories/:repositoryId', () => {
  it('disconnects a repository', async () => {
    const repository = await connectRepository(owner, { url });
    await owner.as.delete(repository.path).expect(204);
    await owner.as.get(repository.path).expect(404);
    expect((await owner.as.get('/v1/repositories').expect(200)).body).toEqual({ count: 0, items: [] });
  });
});

describe('GET /v1/repositories/:repositoryId', () => {
  it('returns 404 for a repository of another account', async () => {
    const repository = await connectRepository(owner, { url });
    const other = await server.createAccount();
    await other.as.get(repository.path).expect(404);
  });
});

describe('GET /v1/repositories', () => {
  it('lists repositories with their last sync', async () => {
    const repository = await connectRepository(owner, { url });
    await repository.synced();
    const { body } = await owner.as.get('/v1/repositories').expect(200);
    expect(body.items).toMatchObject([{ _id: repository._id, lastSync: { state: 'failed' } }]);
    expect(body.items[0].hookSecret).toBeUndefined();
  });
});
