import {
  LIMITS,
  type Failure,
  type LinkLogLine,
  type LogPage,
  type LogStep,
  type Run,
} from '@drover/contract';
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

const line = (seq: number, text: string, step?: LogStep): LinkLogLine => ({
  ...{ seq, at: Date.now(), level: 'info', text },
  ...(step && { step }),
});
const started: LogStep = { id: 1, parentId: null, state: 'started', durationMs: null };
const ended: LogStep = { id: 1, parentId: null, state: 'failed', durationMs: 1200 };
const inner: LogStep = { id: LIMITS.runSteps, parentId: 1, state: 'succeeded', durationMs: 0 };

const readRun = async () => (await owner.as.get(`/v1/runs/${runId}`).expect(200)).body as Run;
const readLog = async () => {
  const { items } = (await owner.as.get(`/v1/runs/${runId}/logs`).expect(200)).body as LogPage;
  return items.map(({ text, step }) => ({ text, ...(step && { step }) }));
};

describe('the steps of a run', () => {
  it('are stored and published with its lines, also in a second report, each once', async () => {
    await start();
    const watcher = await TestWatcher.open(server.url, { token: owner.token, query: '?types=log' });
    const lines = [
      line(1, '登录 \\> 1,2', started),
      line(2, '\\>1,,started, no step'),
      line(3, 'in\nside', inner),
    ];
    const last = line(4, '登录: failed after 1.2 s', ended);
    await link.report({ type: 'log', runId, lines });
    await link.report({ type: 'log', runId, lines: [...lines, last] });
    const expected = [...lines, last].map(({ text, step }) => ({ text, ...(step && { step }) }));
    expect(await readLog()).toEqual(expected);
    const event = await watcher.next('log');
    expect(event.lines[0]).toMatchObject({ text: '登录 \\> 1,2', step: started });
    await watcher.close();
  });

  it('are lines without step if they are invalid', async () => {
    await start();
    const invalid = { ...line(1, 'a'), step: { ...started, id: LIMITS.runSteps + 1 } };
    await link.report({ type: 'log', runId, lines: [invalid] });
    expect(await readLog()).toEqual([{ text: 'a' }]);
  });

  it('do not show secrets', async () => {
    await owner.as.put('/v1/secrets/KEY').send({ value: 'swordfish-9931' }).expect(204);
    await start({ vars: { key: { $secret: 'KEY' } } });
    await link.report({ type: 'log', runId, lines: [line(1, 'use swordfish-9931', started)] });
    await link.finish(runId, { state: 'failed', exitCode: 1, failedStep: 'use swordfish-9931' });
    expect(await readLog()).toEqual([{ text: 'use ***', step: started }]);
    expect(await readRun()).toMatchObject({ failedStep: 'use ***' });
  });

  it('name the one in which the run failed, in the run and in its failure', async () => {
    await start();
    const failedStep = '步'.repeat(LIMITS.stepPathChars);
    await link.finish(runId, { state: 'failed', reason: 'Error: no (a.js:1:2)', exitCode: 1, failedStep });
    expect(await readRun()).toMatchObject({ state: 'failed', failedStep });
    const { items } = (await owner.as.get('/v1/failures').expect(200)).body as { items: Failure[] };
    expect(items).toMatchObject([{ message: 'Error: no', step: failedStep }]);
  });

  it('do not keep the end of a run from being stored if the failed one is invalid', async () => {
    await start();
    const failedStep = 'x'.repeat(LIMITS.stepPathChars + 1);
    await link.finish(runId, { state: 'failed', exitCode: 1, failedStep });
    expect(await readRun()).toMatchObject({ state: 'failed', failedStep: null });
  });

  it('are part of what failures have in common, except for data in their names', async () => {
    for (const failedStep of ['Order 17 › Pay', 'Order 18 › Pay', 'Order 18 › Ship', undefined]) {
      await start();
      await link.finish(runId, { state: 'failed', reason: 'Error: no', exitCode: 1, failedStep });
    }
    const { items } = (await owner.as.get('/v1/failures').expect(200)).body as { items: Failure[] };
    const groups = items.map(({ step, runs }) => `${step} ${runs}`);
    expect(groups.sort()).toEqual(['Order 17 › Pay 2', 'Order 18 › Ship 1', 'null 1']);
  });
});
