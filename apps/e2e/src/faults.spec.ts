import type { Device } from '@drover/sdk';
import { Installation, type Program } from '@drover/test-installation';
import type { PrivateServer } from '@drover/test-services';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBackingServices, startBackingServices } from './testing/backing-services';
import { type Fault, Ledger } from './testing/ledger';

/** Runs per fault. `npm run faults -- 1000` sets a larger number. */
const runs = Number(process.env.FAULT_RUNS ?? 6);

/** Longer than two heartbeats of these servers. */
const pauseMs = 4_000;

/** Longer than a server waits for a response of its database. */
const databasePauseMs = 13_000;

let backing: Awaited<ReturnType<typeof startBackingServices>>;
let installation: Installation;
let agent: Program;
let device: Device;

const serviceFaults: [string, Fault][] = [
  [
    'kill -9 of a server',
    async (round) => {
      await installation.servers[round % 2].kill();
      await installation.startServer(round % 2);
    },
  ],
  [
    'a rolling restart',
    async () => {
      for (const node of [0, 1]) {
        expect(await installation.servers[node].stop()).toBe(0);
        await installation.startServer(node);
      }
    },
  ],
  [
    'a server that is paused longer than the heartbeat',
    (round) => pauseFor(installation.servers[round % 2], pauseMs),
  ],
  ['kill -9 of PostgreSQL', () => killAndRestart(backing.postgres)],
  ['kill -9 of NATS', () => killAndRestart(backing.nats)],
  [
    'a PostgreSQL that is paused until servers drop its connections',
    async () => {
      await pauseFor(backing.postgres, databasePauseMs);
      for (const { output } of installation.servers)
        expect(output).toContain('the database does not respond');
    },
  ],
  ['a NATS that is paused longer than the heartbeat', () => pauseFor(backing.nats, pauseMs)],
];

const networkFaults: [string, Fault][] = [
  [
    'connections that are reset',
    async () => {
      for (let resets = 0; resets < 5; resets += 1) {
        installation.proxy?.resetConnections();
        await delay(100 + Math.random() * 300);
      }
    },
  ],
  ['a slow network', () => disturbNetwork({ delayMs: 150 })],
  ['a network that drops all data', () => disturbNetwork({ isSilent: true })],
];

describeWithBackingServices('no run is lost or started twice and no log line is missing after', () => {
  beforeAll(async () => {
    backing = await startBackingServices();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  });
  // A new agent for each fault: after many interruptions, an agent waits a minute before it reconnects.
  beforeEach(async () => ({ agent, device } = await installation.startAgent('steady')));
  afterEach(() => agent.stop());
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it.each([...serviceFaults, ...networkFaults])(
    '%s',
    async (_name, fault) => {
      const tally = await tallyAfter(fault);
      expect(tally).toEqual({ states: { succeeded: runs }, startedTwice: 0, mismatches: [] });
    },
    60_000 + runs * 5_000,
  );

  it(
    'an agent that is paused longer than the heartbeat',
    async () => {
      const tally = await tallyAfter(() => pauseFor(agent, pauseMs));
      expect(tally).toEqual({ states: { succeeded: runs }, startedTwice: 0, mismatches: [] });
    },
    60_000 + runs * 5_000,
  );

  it(
    'kill -9 of the agent, except for open runs, which are reported as lost',
    async () => {
      const tally = await tallyAfter(async () => {
        await agent.kill();
        ({ agent } = await installation.startAgent('steady'));
      });
      const { succeeded = 0, lost = 0, ...others } = tally.states;
      expect(tally).toMatchObject({ startedTwice: 0, mismatches: [] });
      expect(others).toEqual({});
      expect(succeeded + lost).toBe(runs);
    },
    60_000 + runs * 5_000,
  );
});

const tallyAfter = (fault: Fault) => new Ledger(installation, device).startRunsDuring(fault, runs);

async function pauseFor(target: Program | PrivateServer, ms: number): Promise<void> {
  target.pause();
  await delay(ms).finally(() => target.resume());
}

async function killAndRestart(service: PrivateServer): Promise<void> {
  await service.kill();
  await delay(Math.random() * 1_000);
  await service.start();
}

async function disturbNetwork(how: { delayMs?: number; isSilent?: boolean }): Promise<void> {
  const { proxy } = installation;
  Object.assign(proxy ?? {}, how);
  await delay(pauseMs);
  Object.assign(proxy ?? {}, { delayMs: 0, isSilent: false });
  // The dropped data is missing on these connections, so they cannot continue.
  if (how.isSilent) proxy?.resetConnections();
}
