import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../../testing/child';
import { workerDatabaseUrl } from '../../testing/database';
import { eventually } from '../../testing/eventually';
import { TestGit } from '../../testing/test-git';
import { saveProject } from '../../testing/test-project';
import { codesOf, connectRepository } from '../../testing/test-repository';
import { callAs, startTestServer } from '../../testing/test-server';

const program = (folder: string) => `
  const { pino } = require('pino');
  const { startServer } = require(${JSON.stringify(join(__dirname, '../../server.ts'))});
  const { readSettings } = require(${JSON.stringify(join(__dirname, '../../context/settings.ts'))});
  const settings = readSettings({
    DATA_DIR: ${JSON.stringify(folder)}, DATABASE_URL: ${JSON.stringify(workerDatabaseUrl())}, PORT: '0',
    DROVER_SECRET_KEY: '5e'.repeat(32), DROVER_WEBHOOK_PRIVATE: 'allow', RATE_LIMIT: '0',
  });
  void startServer(settings, pino({ level: 'silent' })).then(({ url }) => console.log(url));
`;

describe('a server that is killed during a sync', () => {
  it('stores nothing, and another server takes over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-killed-'));
    const git = await new TestGit().start();
    const files = { 'drover.json': '{ "entry": "main.js" }', 'main.js': 'main()' };
    const commit = git.commit({
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`a/${name}`, text])),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`b/${name}`, text])),
    });
    const former = await startTestServer();
    const account = await former.createAccount();
    await former.close();

    const killed = startChild(program(folder));
    const owner = { ...account, as: callAs((await killed.nextLine()) as string, account.token) };
    git.passes = 2;
    const { _id, path } = await connectRepository(owner, { url: git.url });
    await eventually(async () => expect(git.passes).toBe(-1));
    expect((await owner.as.get(path)).body.lastSync).toMatchObject({ state: 'running', commit: null });
    await killed.kill();
    git.passes = undefined;

    const server = await startTestServer();
    const heir = { ...account, as: callAs(server.url, account.token) };
    expect(await codesOf(heir)).toEqual({});
    await eventually(async () => {
      const { body } = await heir.as.get(`/v1/repositories/${_id}/syncs`).expect(200);
      expect(body.items).toMatchObject([
        { state: 'done', commit, projects: 2, changed: 2 },
        { state: 'failed', error: expect.stringContaining('interrupted') },
      ]);
    });
    expect(Object.keys(await codesOf(heir)).sort()).toEqual(['a', 'b']);
    await server.close();
    await git.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('a server that is killed during a push', () => {
  it('has pushed the commit once, and another server records it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'drover-killed-'));
    const git = await new TestGit().start();
    const files = { 'drover.json': '{ "name": "shop", "entry": "main.js" }', 'main.js': 'main()\n' };
    git.commit(files);
    const former = await startTestServer();
    const account = await former.createAccount();
    await former.close();

    const killed = startChild(program(folder));
    const owner = { ...account, as: callAs((await killed.nextLine()) as string, account.token) };
    const repository = await connectRepository(owner, { url: git.url, pushRef: 'drover' });
    await repository.synced();
    git.onPush = 'silent';
    await saveProject(owner, 'shop', { ...files, 'main.js': 'saved()\n' });
    await eventually(async () => expect(git.git(['branch', '--list', 'drover'])).not.toBe(''));
    expect((await repository.read()).lastSync).toMatchObject({ trigger: 'save', state: 'running' });
    await killed.kill();
    git.onPush = undefined;

    const server = await startTestServer();
    const heir = { ...account, as: callAs(server.url, account.token) };
    await eventually(async () => {
      const { body } = await heir.as.get(`${repository.path}/syncs`).expect(200);
      expect(body.items).toMatchObject([
        { trigger: 'save', state: 'done', commit: git.git(['rev-parse', 'drover']), changed: 0 },
        { trigger: 'save', state: 'failed', error: expect.stringContaining('interrupted') },
        { trigger: 'request', state: 'done' },
      ]);
    });
    expect(git.git(['rev-list', '--count', 'main..drover'])).toBe('1');
    expect(git.git(['cat-file', 'blob', 'drover:main.js'])).toBe('saved()');
    await server.close();
    await git.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
