import type { Device, Job, Run } from '@drover/sdk';
import { createScratchFolder, eventually, Installation } from '@drover/test-installation';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InstalledAgent, packAgent, writeAgent } from './testing/installed-agent';

/** Agents, and rounds in which each of them is killed. Two variables allow more than a test run has time for. */
const agentCount = Number(process.env.UPDATE_AGENTS ?? 7);
const killRounds = Number(process.env.UPDATE_KILL_ROUNDS ?? 1);

jest.setTimeout(600_000 + killRounds * 120_000);

/** How long all agents may take. */
const patienceMs = 300_000;

let installation: Installation;
let agentFiles: string;
let removeAgentFiles: () => Promise<void>;
const agents: InstalledAgent[] = [];
let devices: Device[];

beforeAll(async () => {
  ({ path: agentFiles, remove: removeAgentFiles } = await createScratchFolder());
  packAgent(agentFiles, '100.0.1');
  installation = await Installation.start({ env: { RATE_LIMIT: '0', AGENT_FILES: agentFiles } });
  const program = writeAgent(join(installation.folder, 'installed'), '100.0.0');
  const key = await installation.createKey(agentCount);
  for (let n = 1; n <= agentCount; n += 1) {
    const args = ['--server', installation.url, '--key', key, '--name', `agent-${n}`];
    const data = join(installation.folder, `data-${n}`);
    agents.push(new InstalledAgent({ program, data, args }));
  }
  await installation.waitUntilOnline(agentCount);
  devices = await listDevices();
});
afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.stop()));
  await installation?.close();
  await removeAgentFiles?.();
});

async function listDevices(): Promise<Device[]> {
  return (await installation.drover.devices.list({ limit: 1000 })).items.sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

/** Makes the server hand out another agent, as an update of the server does. */
async function handOut(version: string, code?: string): Promise<void> {
  packAgent(agentFiles, version, code);
  await installation.server.stop();
  await installation.startServer();
  await installation.waitUntilOnline(agentCount);
}

/** Returns the runs of a job once none of them is open. */
async function waitForRuns({ _id: jobId }: Pick<Job, '_id'>): Promise<Run[]> {
  const isOpen = ({ state }: Run) => ['queued', 'running', 'stopping'].includes(state);
  const { items } = await eventually(
    () => installation.drover.runs.list({ jobId, limit: 1000 }),
    ({ items: runs }) => !runs.some(isOpen),
    patienceMs,
  );
  return items;
}

const countStates = (runs: Run[]) =>
  runs.reduce<Record<string, number>>(
    (counts, { state }) => ({ ...counts, [state]: (counts[state] ?? 0) + 1 }),
    {},
  );

const listVersions = async () => [...new Set((await listDevices()).map(({ appVersion }) => appVersion))];

/**
 * Returns whether a run started after another had ended. The server corrects the times of each link by its own difference
 * of the clocks, so they may be off by the delay of a frame. The runs before take seconds.
 */
const startsAfter = (later: Run, earlier: Run) =>
  Date.parse(later.startedAt ?? '') > Date.parse(earlier.finishedAt ?? '') - 1000;

/** Runs a script everywhere, which shows that every agent works. */
async function runEverywhere(): Promise<void> {
  await installation.waitUntilOnline(agentCount);
  const job = await installation.drover.jobs.create({ code: 'console.log("here")', devices });
  expect(countStates(await waitForRuns(job))).toEqual({ succeeded: agentCount });
}

describe('an update of agents', () => {
  it('waits for running scripts, and updates all agents in waves', async () => {
    const { drover } = installation;
    const [first] = devices;
    const before = await drover.jobs.create({
      code: 'setTimeout(() => console.log("done"), 4000);',
      devices: [first],
    });
    await installation.waitForRun(before._id, ['running']);
    const update = await drover.jobs.updateAgents({
      devices,
      rollout: { waves: [30], stopAfterFailedPercent: 0 },
    });
    expect(update).toMatchObject({ kind: 'update', name: 'update', scriptId: null });
    const after = await drover.jobs.create({ code: 'console.log("later")', devices: [first] });

    expect(countStates(await waitForRuns(update))).toEqual({ succeeded: agentCount });
    await eventually(
      () => drover.jobs.get(update._id),
      ({ rollout }) => rollout?.state === 'finished',
    );
    expect(await listVersions()).toEqual(['100.0.1']);
    const [runBefore] = await waitForRuns(before);
    const [runUpdate] = (await drover.runs.list({ jobId: update._id, deviceId: first._id })).items;
    const [runAfter] = await waitForRuns(after);
    expect([runBefore.state, runAfter.state]).toEqual(['succeeded', 'succeeded']);
    expect(startsAfter(runUpdate, runBefore)).toBe(true);
    expect(startsAfter(runAfter, runUpdate)).toBe(true);
    await runEverywhere();
  });

  it('changes nothing if the agent is up to date', async () => {
    const again = await installation.drover.jobs.updateAgents({ devices });
    const runs = await waitForRuns(again);
    expect(runs.map(({ reason }) => reason)).toEqual(runs.map(() => 'the agent is up to date'));
    await expect(installation.drover.runs.getCode(runs[0]._id)).rejects.toMatchObject({ status: 404 });
  });

  it.each([
    [
      'ends at once',
      'process.exit(1);',
      'the former version is back, because the new one ended with exit code 1',
    ],
    [
      'does not connect',
      'setInterval(() => undefined, 1000);',
      'the former version is back, because the new one did not connect within 60 s',
    ],
  ])('goes back if the new agent %s, and stops the rollout', async (_case, code, reason) => {
    await handOut('100.0.2', code);
    const { drover } = installation;
    const update = await drover.jobs.updateAgents({
      devices,
      rollout: { waves: [30], stopAfterFailedPercent: 0 },
    });
    const waiting = await drover.jobs.create({ code: 'console.log("not lost")', devices });
    await eventually(
      () => drover.jobs.get(update._id),
      ({ rollout }) => rollout?.state === 'stopped',
      patienceMs,
    );
    const { items } = await drover.runs.list({ jobId: update._id, limit: 1000, state: 'failed' });
    expect(new Set(items.map((run) => run.reason))).toEqual(new Set([reason]));
    await drover.jobs.updateRollout(update._id, { state: 'aborted' });
    await waitForRuns(update);
    expect(countStates(await waitForRuns(waiting))).toEqual({ succeeded: agentCount });
    expect(await listVersions()).toEqual(['100.0.1']);
    await runEverywhere();
  });

  it('is rejected by an agent without a launcher', async () => {
    const { agent, device } = await installation.startAgent('no-launcher');
    const { _id } = await installation.drover.jobs.updateAgents({ devices: [device] });
    const run = await installation.waitForRun(_id, ['rejected']);
    expect(run.reason).toBe('this agent cannot update itself: run the line under "Add device" on the device');
    await agent.stop();
    await installation.drover.devices.remove(device._id);
  });
});

/** The steps of an update as its files show them, and what is killed then. */
const steps = [
  ['agent', (agent: InstalledAgent) => agent.read('state/journal.jsonl')?.includes('"isUpdate":true')],
  ['launcher', (agent: InstalledAgent) => agent.read('state/journal.jsonl')?.includes('"isUpdate":true')],
  ['agent', (agent: InstalledAgent) => agent.read('versions/trial') !== undefined],
  ['launcher', (agent: InstalledAgent) => agent.read('versions/trial') !== undefined],
  ['agent', (agent: InstalledAgent) => agent.read('versions/trial')?.includes('"started"')],
  ['launcher', (agent: InstalledAgent) => agent.read('versions/trial')?.includes('"started"')],
  ['agent', (agent: InstalledAgent) => agent.read('versions/trial') === undefined],
] as const;

describe('an agent that is killed during an update', () => {
  it('comes back in the new or in the former version', async () => {
    const outcomes: Record<string, number> = {};
    for (let round = 1; round <= killRounds; round += 1) {
      const [former, version] = [await listVersions(), `100.1.${round}`];
      await handOut(version);
      const update = await installation.drover.jobs.updateAgents({ devices });
      await Promise.all(agents.map((agent, index) => killDuringUpdate(agent, index)));
      const runs = await waitForRuns(update);
      for (const { state, reason } of runs) {
        const outcome = reason ? `${state}: ${reason}` : state;
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
      await runEverywhere();
      for (const device of await listDevices()) {
        expect([...former, version]).toContain(device.appVersion);
      }
    }
    if (killRounds > 1) console.log(outcomes);
    expect(
      Object.keys(outcomes).filter((outcome) => !/^(succeeded|failed: |canceled: )/.test(outcome)),
    ).toEqual([]);
  });
});

/** Kills once at a step of the update, and in later rounds once more at any time. */
async function killDuringUpdate(agent: InstalledAgent, index: number): Promise<void> {
  const [which, isReached] = steps[index % steps.length];
  const until = performance.now() + 60_000;
  while (!isReached(agent) && performance.now() < until) await delay(1);
  agent.kill(which);
  if (killRounds === 1) return;
  await delay(Math.random() * 4000);
  agent.kill(Math.random() < 0.5 ? 'agent' : 'launcher');
}
