import { RunState } from '@drover/contract';
import { firstIdAt } from '../../../database/ids';
import { isOpen } from '../../../records/run-states';
import { createFleet } from '../../../testing/test-jobs';
import { createDevscript } from '../../../testing/test-devscript';
import type { TestAccount, TestServer } from '../../../testing/test-server';
import { foldChanges } from '../../counters/fold-changes';

const start = Date.parse('2025-10-20T00:00:00Z');
const durationMs = 14 * 24 * 3_600_000;
const numberOfRuns = 600;

/** The server expires queued runs after their delivery deadline. */
const neverExpires = new Date('2100-01-01');

/** Runs of several devices and scripts in the two weeks around a change to winter time, which have changed since. */
export interface History {
  owner: TestAccount;
  scriptIds: string[];
  deviceIds: string[];
}

/** Creates runs at random times, changes, retries and deletes some of them, and folds changes now and then. */
export async function seedHistory(server: TestServer): Promise<History> {
  const { prisma, pool } = server.context;
  const { owner, devices, scriptId, jobs } = await createFleet(server, 5);
  const { _id: jobId } = await jobs.start({ devices: [{ _id: devices[0]._id }] });
  await prisma.run.deleteMany({ where: { jobId } });
  const scriptIds = [scriptId, (await createDevscript(owner, { code: 'two()' }))._id];
  const deviceIds = devices.map(({ _id }) => _id);
  const random = createRandom(19);
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)];
  const ids: string[] = [];

  function buildRun(createdAt = new Date(start + Math.floor(random() * durationMs))) {
    const state = pick(RunState.options);
    const id = firstIdAt(createdAt).slice(0, 8) + ids.length.toString(16).padStart(16, '0');
    ids.push(id);
    const startedAt = state === 'queued' ? null : new Date(createdAt.getTime() + random() ** 6 * 100_000);
    const finishedAt = new Date((startedAt ?? createdAt).getTime() + random() ** 9 * 3_600_000);
    return {
      ...{ id, jobId, accountId: owner.accountId, deviceId: pick(deviceIds), deviceName: 'd', createdAt },
      ...{ scriptId: pick([...scriptIds, null]), state, startedAt, deliverBy: neverExpires },
      finishedAt: isOpen(state) ? null : finishedAt,
    };
  }

  const changes: ((id: string) => Promise<unknown>)[] = [
    (id) => prisma.run.deleteMany({ where: { id } }),
    (id) => {
      const { state, startedAt, finishedAt } = buildRun();
      return prisma.run.update({ where: { id }, data: { state, startedAt, finishedAt } });
    },
    async (id) => {
      const { createdAt } = await prisma.run.update({ where: { id }, data: { isRetried: true } });
      await prisma.run.create({
        data: { ...buildRun(new Date(createdAt.getTime() + 5_400_000)), attempt: 2 },
      });
    },
    () => foldChanges(pool),
  ];
  await prisma.run.createMany({ data: Array.from({ length: numberOfRuns }, () => buildRun()) });
  const stored = [...ids];
  while (stored.length > numberOfRuns / 2) {
    const [id] = stored.splice(Math.floor(random() * stored.length), 1);
    await pick(changes)(id);
  }
  return { owner, scriptIds, deviceIds };
}

/** A generator of numbers from 0 to 1 that repeats with its seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
