import { createHmac } from 'node:crypto';
import { LIMITS } from '@drover/contract';
import { newId } from '../../database/ids';
import { TestGit } from '../../testing/test-git';
import { codesOf, connectRepository, type TestRepository } from '../../testing/test-repository';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let git: TestGit;
let repository: TestRepository;

const files = (text: string) => ({ 'drover.json': '{ "name": "one", "entry": "main.js" }', 'main.js': text });

beforeAll(async () => (server = await startTestServer({ RATE_LIMIT: '6000' })));
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  git = await new TestGit().start();
  git.commit(files('first()'));
  repository = await connectRepository(owner, { url: git.url });
  await repository.synced();
});
afterEach(() => git.close());

const body = JSON.stringify({ ref: 'refs/heads/main' });
const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('hex');

const send = (headers: Record<string, string>, address = '192.0.2.1', path?: string) =>
  server
    .request()
    .post(path ?? new URL(repository.hookUrl).pathname)
    .set({ 'Content-Type': 'application/json', 'X-Forwarded-For': address, ...headers })
    .send(body);

describe('POST /hooks/:repositoryId', () => {
  it.each([
    ['GitHub', (secret: string) => ({ 'X-Hub-Signature-256': `sha256=${sign(secret)}` })],
    ['GitLab', (secret: string) => ({ 'X-Gitlab-Token': secret })],
    ['Gitea', (secret: string) => ({ 'X-Gitea-Signature': sign(secret) })],
  ])('turns a push into a revision: %s', async (_format, headersOf) => {
    const { _id } = await repository.synced();
    const commit = git.commit(files('second()'));
    const startedAt = Date.now();
    await send(headersOf(repository.hookSecret)).expect(204);
    expect(await repository.synced(_id)).toMatchObject({
      trigger: 'webhook',
      state: 'done',
      commit,
      changed: 1,
    });
    console.info(`from the webhook to the revision: ${Date.now() - startedAt} ms`);
    expect(Object.values(await codesOf(owner))[0]).toContain('second()');
  });

  it('refuses forged signatures, and those of another repository', async () => {
    const other = await server.createAccount();
    const { hookSecret } = await connectRepository(other, { url: git.url });
    const forged = [
      {},
      { 'X-Hub-Signature-256': `sha256=${sign('wrong')}` },
      { 'X-Hub-Signature-256': sign(repository.hookSecret) },
      { 'X-Hub-Signature-256': `sha256=${sign(hookSecret)}` },
      { 'X-Hub-Signature-256': 'sha256=' },
      { 'X-Gitlab-Token': hookSecret },
      { 'X-Gitlab-Token': '' },
      { 'X-Gitea-Signature': 'é' },
      { 'X-Gitlab-Token': repository.hookSecret, 'X-Gitea-Signature': 'wrong' },
    ];
    for (const headers of forged) {
      const answer = await send(headers as Record<string, string>, '192.0.2.2');
      expect(answer.status).toBe(401);
      expect(answer.body.message ?? JSON.stringify(answer.body)).toContain('signature');
    }
    expect(await repository.read()).toMatchObject({ nextAt: null, lastSync: { trigger: 'request' } });
  });

  it('answers for unknown repositories as for wrong signatures', async () => {
    for (const id of [newId(), 'x', '%00']) {
      await send({ 'X-Gitlab-Token': '' }, '192.0.2.3', `/hooks/${id}`).expect(401);
    }
  });

  it('limits failures of an address', async () => {
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await send({}, '192.0.2.4')).status);
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    await send({ 'X-Gitlab-Token': repository.hookSecret }, '192.0.2.5').expect(204);
  });

  it('accepts a ping without a sync', async () => {
    const headers = {
      'X-Hub-Signature-256': `sha256=${sign(repository.hookSecret)}`,
      'X-GitHub-Event': 'ping',
    };
    await send(headers).expect(204);
    expect((await repository.read()).nextAt).toBeNull();
  });

  it('refuses a body that is too large', async () => {
    await server
      .request()
      .post(new URL(repository.hookUrl).pathname)
      .set({ 'Content-Type': 'application/json', 'X-Gitlab-Token': repository.hookSecret })
      .send(' '.repeat(LIMITS.jobBodyBytes + 1))
      .expect(413);
  });
});

describe('POST /v1/repositories/:repositoryId/secret', () => {
  it('replaces the secret', async () => {
    const answer = await owner.as.post(`${repository.path}/secret`).expect(201);
    await send({ 'X-Gitlab-Token': repository.hookSecret }, '192.0.2.6').expect(401);
    await send({ 'X-Gitlab-Token': answer.body.hookSecret }, '192.0.2.6').expect(204);
  });
});
