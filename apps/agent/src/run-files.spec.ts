import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, TestAgent, waitUntil } from './testing/test-agent';
import { TestServer, VALID_KEY } from './testing/test-server';

const built = buildAgent();
let server: TestServer;
let data: string;
let agents: TestAgent[] = [];

beforeEach(async () => {
  server = await TestServer.start();
  data = mkdtempSync(join(tmpdir(), 'drover-agent-data-'));
});
afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.kill('SIGTERM')));
  agents = [];
  await server.close();
  rmSync(data, { recursive: true, force: true });
});
afterAll(() => built.remove());

async function connect(): Promise<TestAgent> {
  const from = server.frames.length;
  const agent = new TestAgent(built.program, ['--server', server.url, '--key', VALID_KEY, '--data', data]);
  agents.push(agent);
  await server.find('hello', () => true, from);
  return agent;
}

function add(content: Buffer, name?: string): { $file: string; name?: string } {
  const $file = createHash('sha256').update(content).digest('hex');
  server.files.set($file, content);
  return { $file, name };
}

/** Logs the name of the file, and the hash of its content. */
const script = `
const path = drover.files.get('list');
const hash = require('node:crypto').createHash('sha256').update(require('node:fs').readFileSync(path));
console.log(require('node:path').basename(path), hash.digest('hex'));`;

describe('input files', () => {
  it('are local copies that a script may change, downloaded once', async () => {
    await connect();
    const list = add(Buffer.from('a,b'), '../li:st.csv');
    const change = `${script}
require('node:fs').writeFileSync(path, 'changed');
console.log(drover.files.has('list'), drover.files.has('other'), drover.env.list.name);
try { drover.files.get('other'); } catch (error) { console.log(error.message); }`;
    for (let round = 0; round < 2; round += 1) {
      const run = server.run(change, { env: { list, other: 1 } });
      expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
      expect(server.texts(run)).toEqual([
        `.._li_st.csv ${list.$file}`,
        'true false ../li:st.csv',
        'drover.files.get: there is no input file "other". The run has "list".',
      ]);
    }
    expect(server.fileRanges).toEqual([undefined]);
  });

  it('continue after kill -9 in mid-download, and the run starts once', async () => {
    const agent = await connect();
    const list = add(randomBytes(900_000), 'list.bin');
    server.fileBytes = 300_000;
    const run = server.run(script, { env: { list } });
    const draft = join(data, 'state/files', `${list.$file}.part`);
    await waitUntil('a part is on the disk', () => sizeOf(draft) >= 300_000);
    await agent.kill('SIGKILL');
    server.fileBytes = Infinity;
    await connect();
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(server.texts(run)).toEqual([`list.bin ${list.$file}`]);
    expect(server.fileRanges).toEqual([undefined, 'bytes=300000-']);
    const starts = server.framesOf(run).filter(({ type }) => type === 'started');
    expect(starts).toHaveLength(1);
    expect(readdirSync(join(data, 'state/files'))).toEqual([list.$file]);
  });

  it('that are gone fail the run with a reason, without starting it', async () => {
    await connect();
    const run = server.run(script, { env: { list: { $file: '0'.repeat(64) } } });
    expect(await server.finished(run)).toMatchObject({
      state: 'rejected',
      reason: 'the input file "list" is not available: the server no longer has it',
    });
    expect(server.framesOf(run).some(({ type }) => type === 'started')).toBe(false);
  });

  it('do not hold up the stop of a run that waits for them', async () => {
    await connect();
    const list = add(randomBytes(900_000));
    server.fileBytes = 1000;
    const run = server.run(script, { env: { list } });
    await waitUntil('the download has begun', () => server.fileRanges.length > 0);
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'canceled' });
  });
});

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
