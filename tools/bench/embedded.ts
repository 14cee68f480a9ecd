import { Drover } from '@drover/sdk';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Benchmark, Form } from './benchmark';
import { onlineDevices, simulate, untilConnected } from './devices';
import { atMost, median, type Figure } from './figures';
import { runnerOf, untilDurable, type Durable, type Progress } from './runs';
import { openEmbeddedStage, type Stage } from './stage';

const devices = 2000;

/** Messages that are sent one after the other in each round. Each is a transaction of its own. */
const messages = 200;

/** What waiting for the disk may cost. */
const flushFactor = 1.15;

export const embedded: Benchmark = {
  name: 'embedded',
  title: 'Embedded database',
  description:
    'One `POST …/run` to all devices of a server with the embedded database, as its own interface reports it, and ' +
    `${messages} messages that are sent one after the other. Baseline: the same server without flushes to the disk, ` +
    'which loses data in a power cut. Both take turns.',
  async measure(form) {
    const durable = await openFleet();
    try {
      const careless = await openFleet(join(__dirname, 'without-flush.cjs'));
      try {
        return await compare(durable, careless, form);
      } finally {
        await careless.stage.close();
      }
    } finally {
      await durable.stage.close();
    }
  },
};

interface Fleet {
  stage: Stage;
  /** Runs a job on all devices. */
  run: () => Promise<Durable>;
}

async function openFleet(preloaded?: string): Promise<Fleet> {
  const stage = await openEmbeddedStage(preloaded);
  try {
    const { children, folder, url, drover } = stage;
    const { key } = await drover.enrolmentKeys.create({ maxUses: devices, expiresIn: 3600 });
    simulate({ children, folder: join(folder, 'devices'), server: url, count: devices, key });
    await untilConnected(onlineDevices(stage), devices);
    const { items } = await drover.devices.list();
    const start = await runnerOf(
      stage,
      items.map(({ _id }) => _id),
    );
    const progress: Progress = async (jobId) => {
      const { counts } = await drover.jobs.get(jobId);
      return { started: devices - counts.queued, finished: counts.succeeded };
    };
    return { stage, run: async () => untilDurable(await start(), devices, progress) };
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function compare(durable: Fleet, careless: Fleet, { rounds }: Form): Promise<Figure[]> {
  const fleets = [durable, careless];
  const runs = new Map<Fleet, Durable[]>(fleets.map((fleet) => [fleet, []]));
  const sends = new Map<Fleet, number[]>(fleets.map((fleet) => [fleet, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const fleet of fleets) {
      const [run, times] = [await fleet.run(), await sendMessages(fleet)];
      // In the first round, code is compiled and caches are filled.
      if (round === 0) continue;
      runs.get(fleet)?.push(run);
      sends.get(fleet)?.push(...times);
    }
  }
  const lastOf = (fleet: Fleet, state: 'started' | 'finished') =>
    median((runs.get(fleet) ?? []).map((run) => run[state].last));
  const [started, startedWithout] = fleets.map((fleet) => lastOf(fleet, 'started'));
  const [finished, finishedWithout] = fleets.map((fleet) => lastOf(fleet, 'finished'));
  const [sent, sentWithout] = fleets.map((fleet) => median(sends.get(fleet) ?? []));
  const target = (ms: number, baseline: number) =>
    atMost(ms, flushFactor * baseline, `${flushFactor} × baseline`);
  const count = devices.toLocaleString('en');
  return [
    {
      name: `${count} devices on the embedded database, every \`started\` durable`,
      unit: 'ms',
      drover: started,
      baseline: startedWithout,
      target: target(started, startedWithout),
      details: 'the target for itself is 2,000 ms',
    },
    {
      name: `${count} devices on the embedded database, every result durable`,
      unit: 'ms',
      drover: finished,
      baseline: finishedWithout,
      target: target(finished, finishedWithout),
    },
    {
      name: 'one message, stored durably, p50',
      unit: 'ms',
      drover: sent,
      baseline: sentWithout,
      target: target(sent, sentWithout),
    },
  ];
}

/** Returns the milliseconds of each. */
async function sendMessages({ stage: { url, token } }: Fleet): Promise<number[]> {
  const drover = new Drover({ baseUrl: url, token });
  const times: number[] = [];
  for (let sent = 0; sent < messages; sent += 1) {
    const begin = performance.now();
    await drover.messages.send({ text: `message ${sent}` });
    times.push(performance.now() - begin);
  }
  return times;
}
