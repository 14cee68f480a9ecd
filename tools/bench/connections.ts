import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark } from './benchmark';
import {
  connectedDevices,
  connectedToBaseline,
  insertDevices,
  inventDevices,
  simulate,
  untilConnected,
} from './devices';
import { atLeast, atMost, median, type Figure } from './figures';
import { settledBytes, type Inspectable } from './memory';
import { Baseline } from './processes';
import { openStage, type PostgresStage } from './stage';

/** The cost of many idle devices for a server. */
export interface Crowd {
  /** Resident memory per device, without that of the empty server. */
  kilobytes: number;
  connectsPerSecond: number;
}

/** Time for work to end that was started by the start or by connecting. */
const settleMs = 2_000;

const wanted = { kilobytes: 20, connectsPerSecond: 1500, share: 0.7, shareWithLimits: 0.5 };

/** How often the account of the devices sends a request while they connect. */
const requestMs = 100;

export const connections: Benchmark = {
  name: 'connections',
  title: 'Connections',
  description:
    'Devices connect and then idle: connects per second, and the resident memory of the server minus its memory ' +
    'without devices, both after garbage collection. Baseline: a bare `ws` server with the same simulator, which shares ' +
    'the cores with both. With the default rate limit and beside ten requests per second of their account, the baseline ' +
    'is Drover without rate limits. All devices have the same address.',
  async measure({ isFull, rounds }) {
    const count = isFull ? 10_000 : 3000;
    const crowds: { drover: Crowd; baseline: Crowd }[] = [];
    const limited: number[] = [];
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      crowds.push({ drover: await gather(count), baseline: await gatherBare(count) });
      limited.push(await connectWithLimits(count));
    }
    return toFigures(count, crowds, limited);
  },
};

function toFigures(count: number, crowds: { drover: Crowd; baseline: Crowd }[], limited: number[]): Figure[] {
  const middle = (side: 'drover' | 'baseline', key: keyof Crowd) =>
    median(crowds.map((crowd) => crowd[side][key]));
  const [drover, baseline] = (['drover', 'baseline'] as const).map((side) => ({
    kilobytes: middle(side, 'kilobytes'),
    connectsPerSecond: middle(side, 'connectsPerSecond'),
  }));
  const withLimits = median(limited);
  const leastWithLimits = wanted.shareWithLimits * drover.connectsPerSecond;
  const least = Math.min(wanted.connectsPerSecond, wanted.share * baseline.connectsPerSecond);
  return [
    {
      name: `resident memory of one of ${count.toLocaleString('en')} idle devices`,
      unit: 'kB',
      drover: drover.kilobytes,
      baseline: baseline.kilobytes,
      target: atMost(drover.kilobytes, wanted.kilobytes, `${wanted.kilobytes} kB`),
    },
    {
      name: `connects of ${count.toLocaleString('en')} devices`,
      unit: 'per second',
      drover: drover.connectsPerSecond,
      baseline: baseline.connectsPerSecond,
      target: atLeast(drover.connectsPerSecond, least, '1,500 per second or 0.7 × baseline'),
    },
    {
      name: `connects of ${count.toLocaleString('en')} devices with rate limits, beside requests`,
      unit: 'per second',
      drover: withLimits,
      baseline: drover.connectsPerSecond,
      target: atLeast(withLimits, leastWithLimits, `${wanted.shareWithLimits} × baseline`),
    },
  ];
}

export async function gather(count: number): Promise<Crowd> {
  const stage = await openStage();
  try {
    await insertDevices(stage, count);
    await stage.drover.devices.list({ limit: 1 });
    await delay(settleMs);
    return await fill(stage, count, () => connectDevices(stage, count));
  } finally {
    await stage.close();
  }
}

/** Connects devices to a server with default limits while their account sends requests. Returns connects per second. */
async function connectWithLimits(count: number): Promise<number> {
  const stage = await openStage({ isLimited: true });
  const stopping = new AbortController();
  try {
    await insertDevices(stage, count);
    const requesting = sendRequests(stage, stopping.signal);
    await delay(settleMs);
    const ms = await connectDevices(stage, count);
    stopping.abort();
    await requesting;
    return (count / ms) * 1000;
  } finally {
    stopping.abort();
    await stage.close();
  }
}

/** Connects the devices of a stage. Returns the milliseconds from the first to the last. */
function connectDevices(stage: PostgresStage, count: number): Promise<number> {
  simulate({ ...stage, folder: join(stage.folder, 'devices'), server: stage.url, count });
  return untilConnected(connectedDevices(stage.database), count);
}

async function sendRequests({ drover }: PostgresStage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await drover.devices.list({ limit: 1 });
    await delay(requestMs);
  }
}

export async function gatherBare(count: number): Promise<Crowd> {
  // Provides the folder and the processes only.
  const stage = await openStage();
  const baseline = await Baseline.start('link');
  try {
    const folder = join(stage.folder, 'bare');
    inventDevices(folder, baseline.url, count);
    await delay(settleMs);
    return await fill(baseline, count, () => {
      simulate({ ...stage, folder, server: baseline.url, count });
      return untilConnected(connectedToBaseline(baseline), count);
    });
  } finally {
    await baseline.stop();
    await stage.close();
  }
}

async function fill(server: Inspectable, count: number, connect: () => Promise<number>): Promise<Crowd> {
  const empty = await settledBytes(server);
  const ms = await connect();
  await delay(settleMs);
  const full = await settledBytes(server);
  return { kilobytes: (full - empty) / 1000 / count, connectsPerSecond: (count / ms) * 1000 };
}
