import { freePort } from '@drover/test-services';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Benchmark, Form } from './benchmark';
import { insertDevices } from './devices';
import { atMost, median, type Figure } from './figures';
import { load, type Load, type Speed } from './load';
import { openStage, type PostgresStage } from './stage';

const runsPerJob = 100;
const untilDeletingMs = 120_000;
/** So long a statement that has begun may take. */
const settleMs = 300;

export const retention: Benchmark = {
  name: 'retention',
  title: 'Retention',
  description:
    'Requests beside the deletion of expired runs with 10 log lines each, which a second server on the same database ' +
    'does. Baseline: the same requests while the second server is suspended; both take turns.',
  isOnDemand: true,
  async measure(form) {
    const stage = await openStage();
    try {
      return await measureBeside(stage, form);
    } finally {
      await stage.close();
    }
  },
};

async function measureBeside(stage: PostgresStage, form: Form): Promise<Figure[]> {
  const { database, children, databaseUrl, folder, token, url, pid } = stage;
  const expired = form.isFull ? 1_000_000 : 100_000;
  const [deviceId] = await insertDevices(stage, 1);
  await insertExpired(stage, expired);
  const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
  const { _id } = await stage.drover.devscripts.create({ name: 'bench' });
  await stage.drover.devscripts.uploadFiles(_id, { code: 'console.log(1)' });
  const list: Load = { url: `${url}/v1/runs?limit=100`, pid, headers };
  const run: Load = {
    ...{ url: `${url}/v1/devscripts/${_id}/run`, pid, headers, method: 'POST' },
    body: JSON.stringify({ devices: [{ _id: deviceId }] }),
  };
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: `${folder}/second`, HOST: '127.0.0.1' },
    ...{ PORT: String(await freePort()), LOG_LEVEL: 'warn', NATS_URL: '' },
  };
  const { process: second } = children.start('the second server', 'api', { env });
  await untilDeleting(database, expired);
  const left = await countExpired(database);
  const rounds: Record<'list' | 'run', { beside: Speed; alone: Speed }[]> = { list: [], run: [] };
  let deletingMs = 0;
  for (let round = 0; round <= form.rounds; round += 1) {
    for (const [name, request, connections] of [
      ['list', list, 10],
      ['run', run, 1],
    ] as const) {
      second.kill('SIGCONT');
      const startedAt = Date.now();
      const beside = await load(request, { seconds: form.seconds, connections });
      deletingMs += Date.now() - startedAt;
      second.kill('SIGSTOP');
      await delay(settleMs);
      rounds[name].push({ beside, alone: await load(request, { seconds: form.seconds, connections }) });
    }
  }
  const remaining = await countExpired(database);
  second.kill('SIGCONT');
  if (remaining === 0) throw new Error('All expired runs were deleted before the end of the measurement.');
  const middle = (name: 'list' | 'run', side: 'beside' | 'alone', key: keyof Speed) =>
    median(rounds[name].slice(1).map((round) => round[side][key]));
  const rate = `${Math.round((left - remaining) / (deletingMs / 1000)).toLocaleString('en')} runs deleted per second`;
  return [
    ...(['list', 'run'] as const).map((name): Figure => {
      const [drover, baseline] = [middle(name, 'beside', 'p50'), middle(name, 'alone', 'p50')];
      return {
        name: `${name === 'list' ? 'GET /v1/runs?limit=100' : 'POST /v1/devscripts/{id}/run'} beside the deletion, p50`,
        unit: 'ms',
        drover,
        baseline,
        target: atMost(drover, 1.2 * baseline, '1.2 × baseline'),
        details:
          `${middle(name, 'beside', 'perSecond').toFixed(0)} requests/s, baseline ` +
          `${middle(name, 'alone', 'perSecond').toFixed(0)}; p99 ${middle(name, 'beside', 'p99').toFixed(1)} ms, baseline ` +
          `${middle(name, 'alone', 'p99').toFixed(1)} ms; ${rate}`,
      };
    }),
  ];
}

/** Inserts jobs and ended runs with a log, all 200 days old. */
async function insertExpired({ database, accountId }: PostgresStage, count: number): Promise<void> {
  const prefix = Math.floor(Date.now() / 1000 - 200 * 86_400).toString(16);
  const id = (kind: string, n: string) => `'${prefix}${kind}' || lpad(to_hex(${n}), 15, '0')`;
  await database.query(`INSERT INTO "Content" (sha256, size, bytes) VALUES ('expired', 1, '1')`);
  await database.query(
    `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env, "createdAt")
     SELECT ${id('a', 'n')}, $1, 'execute', 'bench', 'expired', '{}', '{}', now() - interval '200 days'
     FROM generate_series(0, $2::int / $3::int) n`,
    [accountId, count, runsPerJob],
  );
  for (let first = 1; first <= count; first += 50_000) {
    await database.query(
      `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", state, "deliverBy", "createdAt", "finishedAt")
       SELECT ${id('b', 'n')}, ${id('a', 'n / $3::int')}, $1, left(md5((n % 1000)::text), 24), 'Device', 'succeeded', now(),
              now() - interval '200 days', now() - interval '200 days'
       FROM generate_series($4::int, least($2::int, $4::int + 49999)) n`,
      [accountId, count, runsPerJob, first],
    );
    await database.query(
      `INSERT INTO "RunLog" ("runId", seq, "lastSeq", lines)
       SELECT ${id('b', 'n')}, 1, 10, (SELECT string_agg('1700000000000 info ' || md5((n * l)::text) || repeat('x', 40), E'\\n') FROM generate_series(1, 10) l)
       FROM generate_series($2::int, least($1::int, $2::int + 49999)) n`,
      [count, first],
    );
  }
  await database.query('VACUUM ANALYZE');
}

async function countExpired(database: Client): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "Run" WHERE "createdAt" < now() - interval '100 days'`,
  );
  return rows[0].count;
}

async function untilDeleting(database: Client, expired: number): Promise<void> {
  const deadline = Date.now() + untilDeletingMs;
  while ((await countExpired(database)) === expired) {
    if (Date.now() > deadline) throw new Error('The second server deletes nothing.');
    await delay(1000);
  }
}
