import { LIMITS, type Progress, type Run } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { StatusFrames } from '../../device-socket/status-frames';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestDevice, type TestLink } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let link: TestLink;
let runId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  link = await device.connect();
});
afterEach(() => link.close());

async function start(request?: object): Promise<void> {
  await execute(owner, [device], request);
  ({ runId } = await link.start());
}

const readRun = async () => (await owner.as.get(`/v1/runs/${runId}`).expect(200)).body as Run;
const send = (progress: Omit<Progress, 'type' | 'runId'>) =>
  link.sendRaw({ type: 'progress', runId, ...progress });

describe('the progress of a run', () => {
  it('is stored and published while the run goes on, and stays with the run', async () => {
    await start();
    const watcher = await TestWatcher.open(server.url, { token: owner.token, query: '?types=run' });
    const text = '界'.repeat(LIMITS.progressTextChars);
    send({ value: 0.4, text });
    await eventually(async () => expect((await readRun()).progress).toEqual({ value: 0.4, text }));
    const { run } = await watcher.next('run');
    expect(run).toMatchObject({ _id: runId, state: 'running', progress: { value: 0.4, text } });
    await watcher.close();
    await link.finish(runId);
    expect(await readRun()).toMatchObject({ state: 'succeeded', progress: { value: 0.4, text } });
    // Arrives too late to change anything.
    send({ value: 0.9 });
    await link.report({ type: 'received', messageId: runId });
    expect((await readRun()).progress).toEqual({ value: 0.4, text });
  });

  it('is the last one that Finished has', async () => {
    await start();
    await link.finish(runId, { progress: { value: 1 } });
    expect((await readRun()).progress).toEqual({ value: 1, text: null });
  });

  it('does not keep Finished from being stored if it is invalid', async () => {
    await start();
    await link.finish(runId, { progress: { value: 7 } });
    expect(await readRun()).toMatchObject({ state: 'succeeded', progress: null });
  });

  it('does not show secrets', async () => {
    await owner.as.put('/v1/secrets/KEY').send({ value: 'swordfish-9931' }).expect(204);
    await start({ vars: { key: { $secret: 'KEY' } } });
    send({ value: 0.5, text: 'sent swordfish-9931' });
    await eventually(async () =>
      expect((await readRun()).progress).toEqual({ value: 0.5, text: 'sent ***' }),
    );
  });

  it('of a run of another device is ignored', async () => {
    await start();
    const other = await (await createDevice(server, owner)).connect();
    other.sendRaw({ type: 'progress', runId, value: 0.9 });
    await other.report({ type: 'received', messageId: runId });
    send({ value: 0.1 });
    await eventually(async () => expect((await readRun()).progress).toEqual({ value: 0.1, text: null }));
    await other.close();
  });

  it('is recorded up to its rate, and ignored beyond it', () => {
    let recorded = 0;
    const status = new StatusFrames({
      recordFacts: () => undefined,
      recordProgress: () => (recorded += 1),
    });
    const frame = { type: 'progress', runId: '0'.repeat(24), value: 0.5 } as const;
    const from = performance.now();
    for (let n = 0; n <= BUDGET.linkProgress.max; n += 1) status.record(frame, { id: '', accountId: '' });
    if (performance.now() - from < 1000) expect(recorded).toBe(BUDGET.linkProgress.max);
  });
});
