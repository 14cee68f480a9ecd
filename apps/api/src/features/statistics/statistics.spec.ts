import type { ScriptStatisticsList, Statistics } from '@drover/contract';
import { answerOf, invalidAt, outOfScope } from '../../testing/errors';
import { finishRuns } from '../../testing/finish-runs';
import { createFleet } from '../../testing/test-jobs';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { seedHistory, type History } from './testing/history';

let server: TestServer;
let history: History;

beforeAll(async () => {
  server = await startTestServer();
  history = await seedHistory(server);
});
afterAll(() => server.close());

const range = 'from=2025-10-20T00:00:00Z&to=2025-11-02T23:00:00Z';

async function getStatistics({ as }: TestAccount, query = ''): Promise<Statistics> {
  return (await as.get(`/v1/statistics?${query}`).expect(200)).body as Statistics;
}

async function listScripts({ as }: TestAccount, query = ''): Promise<ScriptStatisticsList> {
  return (await as.get(`/v1/statistics/scripts?${query}`).expect(200)).body as ScriptStatisticsList;
}

async function createGroup({ as }: TestAccount, group: object): Promise<string> {
  const { body } = await as
    .post('/v1/device-groups')
    .send({ name: 'Group', ...group })
    .expect(201);
  return (body as { _id: string })._id;
}

/** The numbers of an answer that are not 0, by day in its time zone or by hour in UTC, and by state. */
function countsOf({ items, interval, timeZone }: Statistics): Record<string, number> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const counts = items.flatMap(({ at, counts: byState }) => {
    const key = interval === 'day' ? format.format(new Date(at)) : at.slice(0, 13);
    return Object.entries(byState).map(([state, runs]) => [`${key} ${state}`, runs] as const);
  });
  return Object.fromEntries(counts.filter(([, runs]) => runs > 0));
}

interface Counting {
  interval: 'hour' | 'day';
  timeZone: string;
  where?: string;
}

/** The same, counted over the runs. */
async function countRuns({ interval, timeZone, where = 'true' }: Counting): Promise<Record<string, number>> {
  const hour = `date_trunc('hour', "createdAt", 'UTC')`;
  const key =
    interval === 'day'
      ? `to_char(${hour} AT TIME ZONE '${timeZone}', 'YYYY-MM-DD')`
      : `to_char(${hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24')`;
  const { rows } = await server.context.pool.query<{ key: string; runs: number }>(
    `SELECT ${key} || ' ' || state AS key, count(*)::int AS runs FROM "Run"
     WHERE "accountId" = $1 AND NOT "isRetried" AND ${where} GROUP BY 1`,
    [history.owner.accountId],
  );
  return Object.fromEntries(rows.map(({ key: name, runs }) => [name, runs]));
}

const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe'];

describe('GET /v1/statistics', () => {
  it.each(zones)('equals a count over the runs, by hour and by day in %s', async (timeZone) => {
    for (const interval of ['hour', 'day'] as const) {
      // Local days begin before and end after those of UTC.
      const days = 'from=2025-10-19T00:00:00Z&to=2025-11-04T12:00:00Z';
      const statistics = await getStatistics(
        history.owner,
        `${days}&interval=${interval}&timeZone=${timeZone}`,
      );
      const expected = await countRuns({ interval, timeZone });
      expect(countsOf(statistics)).toEqual(expected);
      const sum = Object.values(expected).reduce((all, runs) => all + runs, 0);
      expect(Object.values(statistics.totals).reduce((all, runs) => all + runs, 0)).toBe(sum);
    }
  });

  it('counts the runs of a script, and of the devices that are in a group now', async () => {
    const { owner, scriptIds, deviceIds } = history;
    const members = deviceIds.slice(0, 2);
    const groupId = await createGroup(owner, { devices: members });
    const ofDevices = `"deviceId" IN ('${members.join(`','`)}')`;
    const ofScript = `"scriptId" = '${scriptIds[1]}'`;
    for (const interval of ['hour', 'day'] as const) {
      for (const [query, where] of [
        [`scriptId=${scriptIds[1]}`, ofScript],
        [`groupId=${groupId}`, ofDevices],
        [`groupId=${groupId}&scriptId=${scriptIds[1]}`, `${ofDevices} AND ${ofScript}`],
      ]) {
        const statistics = await getStatistics(owner, `${range}&interval=${interval}&${query}`);
        expect(countsOf(statistics)).toEqual(await countRuns({ interval, timeZone: 'UTC', where }));
      }
    }
    await owner.as
      .put(`/v1/device-groups/${groupId}`)
      .send({ rule: { name: 'no such device' } })
      .expect(204);
    expect(countsOf(await getStatistics(owner, `${range}&groupId=${groupId}`))).toEqual({});
  });

  it('begins days at midnight, also on the day of a change to winter time', async () => {
    const query = 'from=2025-10-25T12:00:00Z&to=2025-10-27T12:00:00Z&interval=day&timeZone=Europe/Berlin';
    const { items, ...answer } = await getStatistics(history.owner, query);
    expect(items.map(({ at }) => at)).toEqual([
      '2025-10-24T22:00:00.000Z',
      '2025-10-25T22:00:00.000Z',
      '2025-10-26T23:00:00.000Z',
    ]);
    const zone = { interval: 'day', timeZone: 'Europe/Berlin' };
    expect(answer).toMatchObject({ from: items[0].at, to: '2025-10-27T23:00:00.000Z', ...zone });
  });

  it('begins days with the first hour of UTC after midnight in zones with half hours', async () => {
    const query = 'from=2025-10-24T18:40:00Z&to=2025-10-25T12:00:00Z&interval=day&timeZone=Asia/Kolkata';
    const { items, to } = await getStatistics(history.owner, query);
    expect(items.map(({ at }) => at)).toEqual(['2025-10-23T19:00:00.000Z', '2025-10-24T19:00:00.000Z']);
    expect(to).toBe('2025-10-25T19:00:00.000Z');
  });

  it('has the last 24 hours by default, by day the last 30 days, with every change so far', async () => {
    const { owner, jobs } = await createFleet(server, 2);
    const job = await jobs.start({ retry: { attempts: 2, delaySeconds: 60 } });
    expect((await getStatistics(owner)).totals).toMatchObject({ queued: 2, succeeded: 0 });
    await finishRuns(server, job._id);
    const hours = await getStatistics(owner);
    expect(hours.totals).toMatchObject({ queued: 0, succeeded: 2 });
    expect(hours).toMatchObject({ interval: 'hour', timeZone: 'UTC' });
    expect([24, 25]).toContain(hours.items.length);
    const days = await getStatistics(owner, 'interval=day');
    expect(days.totals).toEqual(hours.totals);
    expect(days.items).toHaveLength(31);
  });

  it('refuses unknown time zones and groups, and ranges that end before they begin', async () => {
    const { as } = history.owner;
    const refused = (query: string) => answerOf(as.get(`/v1/statistics?${query}`));
    expect(await refused('timeZone=Nowhere/Else')).toEqual(invalidAt('timeZone'));
    expect(await refused('from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z')).toEqual(invalidAt('from'));
    expect(await refused('to=0001-01-02T00:00:00Z')).toEqual(invalidAt('to'));
    expect(await refused('interval=week')).toEqual(invalidAt('interval'));
    const stranger = await server.createAccount();
    const groupId = await createGroup(stranger, { devices: [] });
    expect(await refused(`groupId=${groupId}`)).toMatchObject({ status: 404, body: { code: 1000 } });
    expect((await getStatistics(stranger, `${range}&scriptId=${history.scriptIds[0]}`)).items).not.toEqual(
      [],
    );
    expect(countsOf(await getStatistics(stranger, `${range}&scriptId=${history.scriptIds[0]}`))).toEqual({});
    const writer = callAs(server.url, await stranger.createToken({ scopes: ['write'] }));
    expect(await answerOf(writer.get('/v1/statistics'))).toEqual(outOfScope);
  });
});

interface Times {
  scriptId: string | null;
  duration: number[] | null;
  latency: number[] | null;
}

/** The exact times of the runs by script, in order. */
async function readTimes(): Promise<Times[]> {
  const ms = (time: string) => `extract(epoch FROM ${time})::float8 * 1000`;
  const [duration, latency] = [ms(`"finishedAt" - "startedAt"`), ms(`"startedAt" - "createdAt"`)];
  const { rows } = await server.context.pool.query<Times>(
    `SELECT "scriptId", array_agg(${latency} ORDER BY ${latency}) FILTER (WHERE "startedAt" IS NOT NULL) AS latency,
       array_agg(${duration} ORDER BY ${duration})
         FILTER (WHERE "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')) AS duration
     FROM "Run" WHERE "accountId" = $1 GROUP BY 1`,
    [history.owner.accountId],
  );
  return rows;
}

function expectPercentiles(
  actual: { count: number; medianMs: number; p95Ms: number } | null,
  times: number[] = [],
) {
  const exact = (share: number) => times[Math.ceil(share * times.length) - 1];
  const isClose = (ms = -1, expected = 0) => Math.abs(ms - expected) <= 0.02 * expected + 0.5;
  expect(actual?.count).toBe(times.length);
  expect([isClose(actual?.medianMs, exact(0.5)), isClose(actual?.p95Ms, exact(0.95))]).toEqual([true, true]);
}

describe('GET /v1/statistics/scripts', () => {
  it('lists the scripts with their runs, and with percentiles that are at most 2 % off', async () => {
    const { owner, scriptIds } = history;
    const { items, count, ...days } = await listScripts(owner, range);
    expect(days).toEqual({ from: '2025-10-20T00:00:00.000Z', to: '2025-11-03T00:00:00.000Z' });
    expect(count).toBe(3);
    expect(items.map(({ scriptId }) => scriptId).sort()).toEqual([...scriptIds, null].sort());
    expect(items.map(({ runs }) => runs)).toEqual(items.map(({ runs }) => runs).sort((a, b) => b - a));
    const times = await readTimes();
    for (const item of items) {
      const where = item.scriptId ? `"scriptId" = '${item.scriptId}'` : '"scriptId" IS NULL';
      const byDay = await countRuns({ interval: 'day', timeZone: 'UTC', where });
      expect(item.runs).toBe(Object.values(byDay).reduce((sum, runs) => sum + runs, 0));
      const exact = times.find(({ scriptId }) => scriptId === item.scriptId);
      expectPercentiles(item.duration, exact?.duration ?? []);
      expectPercentiles(item.latency, exact?.latency ?? []);
      const failed = item.counts.failed + item.counts.timed_out + item.counts.lost + item.counts.rejected;
      expect(item.failedPercent).toBeCloseTo((100 * failed) / (failed + item.counts.succeeded), 0);
    }
  });

  it('lists one script, or as many as the limit says', async () => {
    const { owner, scriptIds } = history;
    const one = await listScripts(owner, `${range}&scriptId=${scriptIds[1]}`);
    expect(one.items).toMatchObject([{ scriptId: scriptIds[1], name: expect.any(String) as string }]);
    expect((await listScripts(owner, `${range}&limit=2`)).items).toHaveLength(2);
    await owner.as.delete(`/v1/devscripts/${scriptIds[1]}`).expect(204);
    const deleted = await listScripts(owner, `${range}&scriptId=${scriptIds[1]}`);
    expect(deleted.items).toEqual([{ ...one.items[0], name: null }]);
    expect((await listScripts(owner)).items).toEqual([]);
  });

  it('has no percentiles and no percentage for a script that never started', async () => {
    const { owner, scriptId, jobs } = await createFleet(server, 1);
    await jobs.start({});
    const { items } = await listScripts(owner);
    expect(items).toMatchObject([{ scriptId, runs: 1, failedPercent: null, duration: null, latency: null }]);
  });

  it('shows another account nothing', async () => {
    const stranger = await server.createAccount();
    expect(await listScripts(stranger, range)).toMatchObject({ count: 0, items: [] });
  });
});
