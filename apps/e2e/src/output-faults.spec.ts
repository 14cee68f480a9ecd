import type { Device } from '@drover/sdk';
import { eventually, Installation, type Program } from '@drover/test-installation';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBackingServices, startBackingServices } from './testing/backing-services';
import type { Fault } from './testing/ledger';
import { OutputLedger, type OutputTally } from './testing/output-ledger';
import { SmallDisk } from './testing/small-disk';

const faults = 6;

/** Runs per fault. `npm run faults -- 1000 outputs` has a thousand of all faults together. */
const runs = Math.ceil(Number(process.env.FAULT_RUNS ?? 60) / faults);

const timeoutMs = 180_000 + runs * 5_000;

/** How long a disk is full in each round. */
const fullDiskMs = 2_000;

/** The disk of the server holds all artifacts of its test. */
const serverDiskMb = 200 + runs * 2;

let backing: Awaited<ReturnType<typeof startBackingServices>>;
let installation: Installation;
let agents: Program[];
let devices: Device[];

/** Starts agents. With the name of an earlier one, an agent continues with its data folder. */
async function startAgents(names: string[]): Promise<void> {
  const started = await Promise.all(names.map((name) => installation.startAgent(name)));
  agents = started.map(({ agent }) => agent);
  devices = started.map(({ device }) => device);
}

const stopAgents = () => Promise.all(agents.map((agent) => agent.stop()));

/** Runs the ledger, and expects the devices to have nothing left to upload afterwards. */
async function tallyAfter(fault: Fault): Promise<OutputTally> {
  const tally = await new OutputLedger(installation, devices).startRunsDuring(fault, runs);
  process.stderr.write(`${expect.getState().currentTestName}: ${JSON.stringify(tally)}\n`);
  for (const { name } of devices) {
    const entries = join(installation.folder, `agent-${name}`, 'state/artifacts/entries');
    await eventually(
      async () => (existsSync(entries) ? readdirSync(entries) : []),
      ({ length }) => length === 0,
    );
  }
  return tally;
}

/** Expects every run to have succeeded, with its result and its three artifacts. */
function expectAll(tally: OutputTally): void {
  const { succeeded = 0 } = tally.states;
  expect(tally).toEqual({
    ...{ states: { succeeded }, results: succeeded, mismatches: [] },
    artifacts: { stored: 3 * succeeded, leftOut: 0 },
  });
  expect(succeeded).toBeGreaterThanOrEqual(runs);
}

describeWithBackingServices('outputs arrive exactly once and undamaged in spite of', () => {
  beforeAll(async () => {
    backing = await startBackingServices();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  });
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  const withoutLoss: [string, Fault][] = [
    [
      'kill -9 of a server',
      async (round) => {
        await installation.servers[round % 2].kill();
        await installation.startServer(round % 2);
      },
    ],
    [
      'kill -9 of the database',
      async () => {
        await backing.postgres.kill();
        await delay(Math.random() * 1_000);
        await backing.postgres.start();
      },
    ],
    [
      'connections that are reset',
      async () => {
        for (let resets = 0; resets < 8; resets += 1) {
          installation.proxy?.resetConnections();
          await delay(100 + Math.random() * 300);
        }
      },
    ],
  ];

  it.each(withoutLoss)(
    '%s',
    async (name, cause) => {
      const fault = withoutLoss.findIndex(([other]) => other === name);
      await startAgents([`steady-${fault}-1`, `steady-${fault}-2`]);
      expectAll(await tallyAfter(cause));
      await stopAgents();
    },
    timeoutMs,
  );

  it(
    'kill -9 of the agent, except for the results of runs that are lost',
    async () => {
      await startAgents(['killed-1', 'killed-2']);
      const tally = await tallyAfter(async () => {
        await Promise.all(agents.map((agent) => agent.kill()));
        await startAgents(['killed-1', 'killed-2']);
      });
      const { succeeded = 0, lost = 0, ...others } = tally.states;
      expect({ ...tally, states: others }).toEqual({
        ...{ states: {}, results: succeeded, mismatches: [] },
        artifacts: { stored: expect.any(Number) as number, leftOut: 0 },
      });
      expect(succeeded + lost).toBeGreaterThanOrEqual(runs);
      expect(tally.artifacts.stored).toBeGreaterThanOrEqual(3 * succeeded);
      await stopAgents();
    },
    timeoutMs,
  );

  it(
    'a full disk of the device, unless the run says why',
    async () => {
      const disks = ['full-1', 'full-2'].flatMap(
        (name) => SmallDisk.mount(join(installation.folder, `agent-${name}`), 64) ?? [],
      );
      if (disks.length < 2) return;
      try {
        await startAgents(['full-1', 'full-2']);
        const tally = await tallyAfter(async () => {
          disks.forEach((disk) => disk.fill());
          await delay(fullDiskMs);
          disks.forEach((disk) => disk.free());
        });
        const { succeeded = 0, rejected = 0, ...others } = tally.states;
        const { stored, leftOut } = tally.artifacts;
        expect({ ...tally, states: others }).toMatchObject({
          states: {},
          results: succeeded,
          mismatches: [],
        });
        expect(succeeded + rejected).toBeGreaterThanOrEqual(runs);
        expect(stored + leftOut).toBe(3 * succeeded);
      } finally {
        await stopAgents();
        disks.forEach((disk) => disk.unmount());
      }
    },
    timeoutMs,
  );

  it('a disk of the device that is too small for them: each is left out, and the run goes on', async () => {
    const disk = SmallDisk.mount(join(installation.folder, 'agent-small'), 10);
    if (!disk) return;
    try {
      await startAgents(['small']);
      // The first has no room in the folder of the run, and the second none for the copy that waits for the server.
      const run = await installation.run(
        devices[0],
        `module.exports.result = (async () => [
           await drover.artifacts.save('huge', Buffer.alloc(12_000_000)),
           await drover.artifacts.save('large', Buffer.alloc(6_000_000)),
           await drover.artifacts.save('small', Buffer.alloc(1_000)),
         ].map(({ name, problem }) => [name, problem]))();`,
        ['succeeded', 'failed', 'rejected'],
      );
      expect(run.state).toBe('succeeded');
      const problem = 'the device has no space left';
      expect((await installation.drover.runs.getResult(run._id)).value).toEqual([
        ...[
          ['huge', problem],
          ['large', problem],
        ],
        ['small', null],
      ]);
      expect(await installation.readLog(run)).toEqual([
        `drover.artifacts.save: "huge" was left out: ${problem}`,
        `drover.artifacts.save: "large" was left out: ${problem}`,
      ]);
      const { items } = await eventually(
        () => installation.drover.runs.listArtifacts(run._id),
        ({ count }) => count > 0,
      );
      expect(items.map(({ name }) => name)).toEqual(['small']);
    } finally {
      await stopAgents();
      disk.unmount();
    }
  });

  it(
    'a full disk of the server',
    async () => {
      const disk = SmallDisk.mount(join(installation.dataDir, 'artifacts'), serverDiskMb);
      if (!disk) return;
      try {
        await startAgents(['before-full-1', 'before-full-2']);
        expectAll(
          await tallyAfter(async () => {
            disk.fill();
            await delay(fullDiskMs);
            disk.free();
          }),
        );
      } finally {
        await stopAgents();
        disk.unmount();
      }
    },
    timeoutMs,
  );
});
