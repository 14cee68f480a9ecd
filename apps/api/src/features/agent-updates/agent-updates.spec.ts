import { AGENT_VERSION, type AgentUpdates, type Hello, type JobSummary } from '@drover/contract';
import { answerOf, invalidAt } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { recordFacts } from '../devices/facts';
import { updateAutomatically } from './automatic-updates';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterEach(() => set({ isAutomatic: false, window: null }));
afterAll(() => server.close());

const set = (body: object) => owner.as.put('/v1/agent-updates').send(body);

/** A window in UTC that begins some minutes ago and ends in some minutes. */
function windowAround(beginsAgo: number, endsIn: number): AgentUpdates['window'] {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
  return { from: at(-beginsAgo), to: at(endsIn), timeZone: 'UTC' };
}

const old: Partial<Hello> = { appVersion: '1.0.0', canUpdate: true };

async function connect(hello: Partial<Hello> = old) {
  const device = await createDevice(server, owner);
  return { device, link: await device.connect(hello) };
}

/** Returns the automatic updates of the account, newest first. */
async function updates(): Promise<JobSummary[]> {
  return (await owner.as.get('/v1/jobs?trigger=automatic').expect(200)).body.items;
}

/** Lets the server look for outdated agents, as if the last search was long ago. */
async function search(): Promise<JobSummary[]> {
  await server.context.pool.query(`UPDATE "Account" SET "updatesCheckedAt" = NULL`);
  await updateAutomatically(server.context);
  return updates();
}

async function runOn({ _id }: TestDevice) {
  const { items } = (await owner.as.get(`/v1/runs?deviceId=${_id}`).expect(200)).body;
  return items[0] as { state: string; reason: string | null };
}

describe('GET and PUT /v1/agent-updates', () => {
  it('are off by default', async () => {
    const { body } = await owner.as.get('/v1/agent-updates').expect(200);
    expect(body).toEqual({ isAutomatic: false, window: null });
  });

  it('keep the window', async () => {
    const window = { from: '22:00', to: '04:00', timeZone: 'Europe/Berlin', days: [6, 7] };
    await set({ isAutomatic: true, window }).expect(204);
    const { body } = await owner.as.get('/v1/agent-updates').expect(200);
    expect(body).toEqual({ isAutomatic: true, window });
    await set({ isAutomatic: true }).expect(204);
    expect((await owner.as.get('/v1/agent-updates')).body).toEqual({ isAutomatic: true, window: null });
  });

  it('are those of the workspace', async () => {
    await set({ isAutomatic: true }).expect(204);
    const stranger = await server.createAccount();
    const { body } = await stranger.as.get('/v1/agent-updates').expect(200);
    expect(body).toEqual({ isAutomatic: false, window: null });
  });

  it.each([
    [{ from: '24:00', to: '04:00', timeZone: 'UTC' }, 'window.from'],
    [{ from: '2:00', to: '04:00', timeZone: 'UTC' }, 'window.from'],
    [{ from: '02:00', to: '04:00', timeZone: 'Mars' }, 'window.timeZone'],
    [{ from: '02:00', to: '04:00', timeZone: 'UTC', days: [0] }, 'window.days.0'],
    [{ from: '02:00', to: '04:00', timeZone: 'UTC', days: [] }, 'window.days'],
  ])('refuse the window %j', async (window, path) => {
    expect(await answerOf(set({ isAutomatic: true, window }))).toEqual(invalidAt(path));
  });
});

describe('updateAutomatically', () => {
  it('updates connected devices whose agent is outdated, once', async () => {
    const { device, link } = await connect();
    await connect({ ...old, appVersion: AGENT_VERSION });
    await connect({ ...old, canUpdate: false });
    await connect({ ...old, platform: 'android 14' });
    await createDevice(server, owner);
    expect(await search()).toEqual([]);

    await set({ isAutomatic: true }).expect(204);
    const [job, ...others] = await search();
    expect(others).toEqual([]);
    expect(job).toMatchObject({
      kind: 'update',
      version: AGENT_VERSION,
      trigger: { kind: 'automatic', id: owner.accountId },
      counts: { queued: 1 },
      rollout: { stopAfterFailedPercent: 0 },
    });
    expect(await link.next('run')).toMatchObject({ isUpdate: true });
    expect(await search()).toHaveLength(1);
    expect(await runOn(device)).toMatchObject({ state: 'queued' });
  });

  it('updates a phone by the version of its agent', async () => {
    await set({ isAutomatic: true }).expect(204);
    const phone = { platform: 'android', appVersion: '7.0.4', canUpdate: true };
    for (const agentVersion of [AGENT_VERSION, '1.9.0']) {
      const { device, link } = await connect(phone);
      await recordFacts(server.context, [{ deviceId: device._id, facts: { agentVersion } }]);
      if (agentVersion === AGENT_VERSION) expect(await search()).toEqual([]);
      else {
        expect(await search()).toHaveLength(1);
        expect(await link.next('run')).toMatchObject({ isUpdate: true });
      }
    }
  });

  it('waits for the window, and cancels at its end what no device has received', async () => {
    await set({ isAutomatic: true, window: windowAround(-10, 20) }).expect(204);
    const [first, second] = [await connect(), await connect()];
    expect(await search()).toEqual([]);

    await set({ isAutomatic: true, window: windowAround(10, 10) }).expect(204);
    const [job] = await search();
    expect(job.rollout).toMatchObject({ state: 'running', released: 1 });
    const sent = await Promise.race(
      [first, second].map(async ({ device, link }) => ({ link, device, run: await link.start() })),
    );
    const held = sent.device === first.device ? second.device : first.device;

    await set({ isAutomatic: true, window: windowAround(20, -10) }).expect(204);
    expect((await search())[0].rollout).toMatchObject({
      state: 'aborted',
      reason: 'the maintenance window ended',
    });
    expect(await runOn(held)).toMatchObject({ state: 'canceled', reason: 'the maintenance window ended' });
    // A device that has received the update completes it.
    await sent.link.finish(sent.run.runId);
    await eventually(async () => expect(await runOn(sent.device)).toMatchObject({ state: 'succeeded' }));

    await set({ isAutomatic: true, window: windowAround(10, 10) }).expect(204);
    expect(await search()).toHaveLength(2);
  });

  it('does not repeat a version that has failed', async () => {
    const devices = [await connect(), await connect()];
    await set({ isAutomatic: true }).expect(204);
    await search();
    const { link, run } = await Promise.race(
      devices.map(async ({ link }) => ({ link, run: await link.start() })),
    );
    await link.finish(run.runId, { state: 'failed', exitCode: 1 });
    await eventually(async () => expect((await updates())[0].rollout).toMatchObject({ state: 'stopped' }));
    expect(await search()).toHaveLength(1);
  });
});
