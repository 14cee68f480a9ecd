import { eventually } from '../../testing/eventually';
import { TestGit } from '../../testing/test-git';
import { saveProject } from '../../testing/test-project';
import { codesOf, connectRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestSshd } from '../../testing/test-sshd';

let server: TestServer;
let owner: TestAccount;
let git: TestGit;
let sshd: TestSshd;
let fields: { url: string; secretName: string };

beforeAll(async () => {
  server = await startTestServer();
  sshd = await TestSshd.start();
});
afterAll(async () => {
  await sshd.close();
  await server.close();
});
beforeEach(async () => {
  owner = await server.createAccount();
  git = new TestGit();
  git.commit({ 'drover.json': '{ "name": "one", "entry": "main.js" }', 'main.js': 'ssh()' });
  await owner.as.put('/v1/secrets/KEY').send({ value: sshd.privateKey }).expect(204);
  fields = { url: `ssh://${sshd.user}@127.0.0.1:${sshd.port}${git.repository}`, secretName: 'KEY' };
});
afterEach(() => git.close());

describe('repositories over SSH', () => {
  it('accepts the first key of a server, and refuses another one later', async () => {
    const repository = await connectRepository(owner, fields);
    expect(await repository.synced()).toMatchObject({ state: 'done', error: null });
    expect(Object.values(await codesOf(owner))[0]).toContain('ssh()');
    expect((await repository.read()).knownHosts).toBe(sshd.knownHost.trim());
    await sshd.restart();
    const { state, error } = await repository.sync();
    expect(state).toBe('failed');
    expect(error).toContain('Host key verification failed');
    await owner.as.put(repository.path).send({ knownHosts: null }).expect(204);
    await eventually(async () => expect((await repository.read()).lastSync?.state).toBe('done'));
  });

  it('refuses a server whose key is not the pinned one', async () => {
    const knownHosts = sshd.knownHost;
    await sshd.restart();
    const repository = await connectRepository(owner, { ...fields, knownHosts });
    expect((await repository.synced()).error).toContain('Host key verification failed');
    await owner.as.put(repository.path).send({ knownHosts: sshd.knownHost }).expect(204);
    await eventually(async () => expect((await repository.read()).lastSync?.state).toBe('done'));
  });

  it('pushes saves', async () => {
    const repository = await connectRepository(owner, { ...fields, pushRef: 'drover' });
    const { _id } = await repository.synced();
    await saveProject(owner, 'one', {
      'drover.json': '{ "name": "one", "entry": "main.js" }',
      'main.js': 'saved()\n',
    });
    expect(await repository.synced(_id)).toMatchObject({ trigger: 'save', state: 'done', error: null });
    expect(git.git(['cat-file', 'blob', 'drover:main.js'])).toBe('saved()');
  });

  it('names a wrong key and a missing one', async () => {
    await owner.as.put('/v1/secrets/KEY').send({ value: 'no key' }).expect(204);
    const repository = await connectRepository(owner, fields);
    const { error } = await repository.synced();
    expect(error).toContain('Permission denied');
    await owner.as.put(repository.path).send({ secretName: null }).expect(204);
    await eventually(async () =>
      expect((await repository.read()).lastSync?.error).toBe('SSH needs a secret with a private key.'),
    );
  });
});
