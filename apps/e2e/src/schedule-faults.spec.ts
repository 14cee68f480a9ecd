import type { Device, Occurrence } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBackingServices, startBackingServices } from './testing/backing-services';

/** `npm run faults -- 10 schedules` tests a hundred schedules, then one that is due every minute for ten minutes. */
const runs = Number(process.env.FAULT_RUNS ?? 2);
const schedules = Math.min(runs * 10, 400);
const minutes = Math.min(runs, 10);
const itInLongRuns = process.env.FAULT_RUNS ? it : it.skip;

let backing: Awaited<ReturnType<typeof startBackingServices>>;
let installation: Installation;
let devices: Device[];

describeWithBackingServices('schedules start exactly once while servers are killed in turn', () => {
  beforeAll(async () => {
    backing = await startBackingServices();
    installation = await Installation.start({ nodes: 2, env: backing.env });
    const [online, offline] = await Promise.all([
      installation.startAgents('one', 'two'),
      installation.startAgent('offline'),
    ]);
    await offline.agent.stop();
    devices = [...online, offline.device];
  });
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it(
    'for many one-time schedules that are due within a short time',
    async () => {
      const marks = new MarkFile();
      const { drover } = installation;
      // All schedules have to be created before the first one is due, on a busy machine too.
      const start = Date.now() + 2_000 + schedules * 250;
      const ids: string[] = [];
      for (let n = 0; n < schedules; n += 1) {
        const job = { code: marks.code, vars: { MARK: String(n) }, devices: devices.slice(0, 1) };
        const at = new Date(start + n * 200).toISOString();
        ids.push((await drover.schedules.create({ name: `once ${n}`, when: { at }, job }))._id);
      }
      const killing = killInTurn({ everyMs: 1_500, downMs: 200 });
      await delay(start + schedules * 200 - Date.now());
      await killing.stop();
      for (const id of ids) {
        const { items } = await eventually(
          () => drover.schedules.listOccurrences(id),
          ({ items }) => items[0]?.counts?.succeeded === 1,
        );
        expect(items).toMatchObject([{ state: 'started', reason: null }]);
      }
      expect(killing.kills).toBeGreaterThan(1);
      expect(marks.read().sort()).toEqual(ids.map((_, n) => String(n)).sort());
    },
    120_000 + schedules * 1_000,
  );

  itInLongRuns(
    'for a schedule every minute on two online devices and an offline one',
    async () => {
      const marks = new MarkFile();
      const { drover } = installation;
      const job = { code: marks.code, vars: { MARK: 'x' }, devices };
      const { _id } = await drover.schedules.create({ name: 'Every minute', when: { everyMinutes: 1 }, job });
      const killing = killInTurn({ everyMs: 20_000, downMs: 8_000 });
      await delay((minutes + 1) * 60_000);
      await killing.stop();
      await drover.schedules.update(_id, { isPaused: true });
      const { items } = await eventually(
        () => drover.schedules.listOccurrences(_id, { limit: 1000 }),
        ({ items }) => items[0]?.counts?.succeeded === 2,
      );
      printOccurrences(items, killing.kills);
      const times = items.map(({ dueAt }) => Date.parse(dueAt)).reverse();
      expect(times).toEqual(times.map((_, n) => Number(times[0]) + n * 60_000));
      expect(times.length).toBeGreaterThanOrEqual(minutes);
      const [newest, ...others] = items;
      expect(newest).toMatchObject({ state: 'started', counts: { succeeded: 2, queued: 1 } });
      for (const occurrence of others) {
        expect(occurrence).toMatchObject({ state: 'started', counts: { succeeded: 2, expired: 1 } });
        expect(occurrence.reason).toBe('device offline: 1 of 3');
      }
      expect(marks.read()).toHaveLength(items.length * 2);
    },
    (minutes + 4) * 60_000,
  );
});

/** A file to which each start of a script appends a line. */
class MarkFile {
  private readonly file = join(installation.folder, `marks-${randomUUID()}`);
  readonly code = `require('fs').appendFileSync(${JSON.stringify(this.file)}, hamibot.env.MARK + '\\n');`;

  read(): string[] {
    return readFileSync(this.file, 'utf8').trim().split('\n');
  }
}

/** Kills the servers in turn and restarts each before it kills the next. `stop` waits until both were killed. */
function killInTurn({ everyMs, downMs }: { everyMs: number; downMs: number }) {
  let isStopping = false;
  const state = { kills: 0, stop: async () => void (isStopping = true) };
  const killing = (async () => {
    const hasFinished = () => isStopping && state.kills > 1;
    for (let node = 0; !hasFinished(); node = 1 - node) {
      await delay(Math.random() * everyMs * 2);
      if (hasFinished()) return;
      await installation.servers[node].kill();
      state.kills += 1;
      await delay(Math.random() * downMs * 2);
      await installation.startServer(node);
    }
  })();
  return Object.assign(state, {
    stop: async () => {
      isStopping = true;
      await killing;
    },
  });
}

function printOccurrences(occurrences: Occurrence[], kills: number): void {
  const lines = occurrences.map(({ dueAt, startedAt, state, counts, reason }) => {
    const late = startedAt && Date.parse(startedAt) - Date.parse(dueAt);
    return `${dueAt} ${state}, ${late} ms late, ${JSON.stringify(counts, (_, n) => n || undefined)}, ${reason}`;
  });
  process.stdout.write(`${kills} kills\n${lines.reverse().join('\n')}\n`);
}
