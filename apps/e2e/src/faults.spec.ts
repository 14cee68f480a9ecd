import type { Device } from '@drover/sdk';
import { Installation, type Program } from '@drover/test-installation';
import type { PrivateServer } from '@drover/test-services';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBacking, startBacking } from './testing/backing';
import { Ledger, type Fault } from './testing/ledger';

/** Runs that each fault strikes: `npm run faults -- 1000` asks for more. */
const runs = Number(process.env.FAULT_RUNS ?? 6);

/** Longer than two heartbeats of these servers. */
const pauseMs = 4_000;

/** Longer than a server waits for a word of its database. */
const silenceMs = 13_000;

let backing: Awaited<ReturnType<typeof startBacking>>;
let installation: Installation;
let agent: Program;
let device: Device;

const faultsOfServices: [string, Fault][] = [
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
    'a server that sleeps longer than the heartbeat',
    (round) => sleep(installation.servers[round % 2], pauseMs),
  ],
  ['kill -9 of PostgreSQL', () => strike(backing.postgres)],
  ['kill -9 of NATS', () => strike(backing.nats)],
  [
    'a PostgreSQL that sleeps until it is hung up on',
    async () => {
      await sleep(backing.postgres, silenceMs);
      for (const { output } of installation.servers) expect(output).toContain('the database says nothing');
    },
  ],
  ['a NATS that sleeps longer than the heartbeat', () => sleep(backing.nats, pauseMs)],
];

const faultsOnTheWay: [string, Fault][] = [
  [
    'connections that are cut',
    async () => {
      for (let cuts = 0; cuts < 5; cuts += 1) {
        installation.proxy?.cut();
        await delay(100 + Math.random() * 300);
      }
    },
  ],
  ['a network that is slow', () => misbehave({ delayMs: 150 })],
  ['a network that loses everything', () => misbehave({ isSilent: true })],
];

describeWithBacking('no run is lost, none is doubled, and no line is missing after', () => {
  beforeAll(async () => {
    backing = await startBacking();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  }, 60_000);
  // A new one for each fault: after many breaks of its link, an agent waits a minute before it connects again.
  beforeEach(async () => ({ agent, device } = await installation.startAgent('steady')));
  afterEach(() => agent.stop());
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it.each([...faultsOfServices, ...faultsOnTheWay])(
    '%s',
    async (_name, fault) => {
      const account = await accountAfter(fault);
      expect(account).toEqual({ states: { succeeded: runs }, doubled: 0, untrue: [] });
    },
    60_000 + runs * 5_000,
  );

  it(
    'an agent that sleeps longer than the heartbeat',
    async () => {
      const account = await accountAfter(() => sleep(agent, pauseMs));
      expect(account).toEqual({ states: { succeeded: runs }, doubled: 0, untrue: [] });
    },
    60_000 + runs * 5_000,
  );

  it(
    'kill -9 of the agent, but that what was under way is lost, and said to be',
    async () => {
      const account = await accountAfter(async () => {
        await agent.kill();
        ({ agent } = await installation.startAgent('steady'));
      });
      const { succeeded = 0, lost = 0, ...others } = account.states;
      expect(account).toMatchObject({ doubled: 0, untrue: [] });
      expect(others).toEqual({});
      expect(succeeded + lost).toBe(runs);
    },
    60_000 + runs * 5_000,
  );
});

const accountAfter = (fault: Fault) => new Ledger(installation, device).askUnder(fault, runs);

async function sleep(sleeper: Program | PrivateServer, ms: number): Promise<void> {
  sleeper.pause();
  await delay(ms).finally(() => sleeper.goOn());
}

async function strike(service: PrivateServer): Promise<void> {
  await service.kill();
  await delay(Math.random() * 1_000);
  await service.start();
}

async function misbehave(how: { delayMs?: number; isSilent?: boolean }): Promise<void> {
  const { proxy } = installation;
  Object.assign(proxy ?? {}, how);
  await delay(pauseMs);
  Object.assign(proxy ?? {}, { delayMs: 0, isSilent: false });
  // What was swallowed is missing in the middle of these connections.
  if (how.isSilent) proxy?.cut();
}
