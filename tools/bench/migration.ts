import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Children } from '../service/children';
import { startService } from '../service/service';
import type { Benchmark } from './benchmark';
import { createDatabase } from './database';
import { atMost, type Figure } from './figures';

const migrations = join(__dirname, '../../apps/api/prisma/migrations');
/** The first migration that rewrote or counted all runs. The measured database has the schema before it. */
const firstPending = '20261122160525_run_counts';
const runsPerJob = 100;
const linesPerRun = 2;
const untilReadyMs = 1_800_000;
const probeEveryMs = 100;

export const migration: Benchmark = {
  name: 'migration',
  title: 'Migration',
  description:
    `Upgrade of a database on PostgreSQL with 1,000,000 ended runs with ${linesPerRun} log lines each, from the schema ` +
    `before \`${firstPending}\`, by starting the server. Meanwhile \`/healthz\` and \`GET /v1/runs\` are requested every ` +
    `${probeEveryMs} ms. There is no baseline. \`--only <runs>\` sets another number.`,
  isOnDemand: true,
  async measure({ only }) {
    const runs = Number(only ?? 1_000_000);
    const { url, drop } = await createDatabase();
    const database = new Client({ connectionString: url });
    try {
      await database.connect();
      await fillFormer(database, runs);
      return await upgrade({ databaseUrl: url, database, runs });
    } finally {
      await database.end();
      await drop();
    }
  },
};

interface Subject {
  databaseUrl: string;
  database: Client;
  runs: number;
}

/** Starts the server and observes its answers until it is ready. */
async function upgrade({ databaseUrl, database, runs }: Subject): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'drover-bench-'));
  const lost = new AbortController();
  const children = new Children((error) => {
    console.error(error.message, children.tails());
    lost.abort(error);
  });
  try {
    const startedAt = performance.now();
    const service = await startService({ children, folder, settings: { DATABASE_URL: databaseUrl } });
    const signal = AbortSignal.any([lost.signal, AbortSignal.timeout(untilReadyMs)]);
    const probes = await probe(service.url, service.token, signal);
    const ms = performance.now() - startedAt;
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM "Run"');
    if (rows[0]?.count !== runs) throw new Error(`There are ${rows[0]?.count} runs after the upgrade.`);
    return [
      {
        name: `until the server is ready, with ${runs.toLocaleString('en')} runs`,
        unit: 's',
        drover: ms / 1000,
        details: await longestMigrations(database),
      },
      {
        name: 'longest answer of /healthz meanwhile',
        unit: 'ms',
        drover: probes.longestMs,
        target: atMost(probes.longestMs, 1000, '1,000 ms'),
        details: `${probes.answers} answers with the status upgrading`,
      },
      {
        name: 'requests meanwhile without 503 and Retry-After',
        unit: 'requests',
        drover: probes.wrong.length,
        target: atMost(probes.wrong.length, 0, '0'),
        details: [`${probes.answers} requests`, ...probes.wrong.slice(0, 3)].join(', '),
      },
    ];
  } finally {
    await children.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Requests the server until it is ready. Before it listens, it answers nothing. */
async function probe(url: string, token: string, signal: AbortSignal) {
  const found = { answers: 0, longestMs: 0, wrong: [] as string[] };
  for (; ; await delay(probeEveryMs, undefined, { signal })) {
    const begin = performance.now();
    const health = await fetch(`${url}/healthz`, { signal }).catch(() => undefined);
    if (!health) continue;
    const { status } = (await health.json()) as { status: string };
    if (status === 'ok') return found;
    found.longestMs = Math.max(found.longestMs, performance.now() - begin);
    const answer = await fetch(`${url}/v1/runs?limit=1`, {
      headers: { authorization: `token ${token}` },
      signal,
    });
    const text = await answer.text();
    found.answers += 1;
    const isRefused = answer.status === 503 && answer.headers.has('retry-after');
    // The last request may come after the upgrade.
    const isReady = answer.status === 200;
    if (!isRefused && !isReady) found.wrong.push(`${answer.status} ${text}`);
  }
}

/** Each record has the time at which the transaction of its migration began. */
async function longestMigrations(database: Client): Promise<string> {
  const { rows } = await database.query<{ name: string; seconds: number }>(
    `SELECT substr(migration_name, 16) AS name,
            extract(epoch FROM lead(finished_at) OVER (ORDER BY migration_name) - finished_at)::float AS seconds
     FROM _prisma_migrations WHERE migration_name >= $1 ORDER BY seconds DESC NULLS LAST LIMIT 5`,
    [firstPending],
  );
  return rows.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ');
}

/** Applies the former migrations, as the server does, and inserts an account with runs. */
async function fillFormer(database: Client, runs: number): Promise<void> {
  await database.query(
    `CREATE TABLE _prisma_migrations (id VARCHAR(36) PRIMARY KEY, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
       migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
       started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`,
  );
  const names = readdirSync(migrations).filter((name) => /^\d{14}_/.test(name) && name < firstPending);
  for (const name of names.sort()) {
    const sql = readFileSync(join(migrations, name, 'migration.sql'), 'utf8');
    await database.query(sql);
    const checksum = createHash('sha256').update(sql).digest('hex');
    await database.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), checksum, name],
    );
  }
  const accountId = 'a'.repeat(24);
  await database.query(
    `INSERT INTO "Account" (id, email, name) VALUES ($1, 'former@example.org', 'Former')`,
    [accountId],
  );
  await database.query(`INSERT INTO "Content" (sha256, size, bytes) VALUES ('former', 1, '1')`);
  const start = Math.floor(Date.now() / 1000) - runs;
  const partRuns = 50_000;
  for (let first = 0; first < runs; first += partRuns) {
    const part = [accountId, start, first, Math.min(first + partRuns, runs) - 1];
    for (const statement of statements) await database.query(statement, part);
  }
  await database.query('VACUUM ANALYZE');
}

const id = (kind: string, n = 'n') =>
  `lpad(to_hex($2::int + ${n}), 8, '0') || '${kind}' || lpad(to_hex(${n}), 15, '0')`;
const at = 'to_timestamp($2::int + n)';
const rows = 'FROM generate_series($3::int, $4::int) n';

const statements = [
  `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env, "createdAt")
   SELECT ${id('a')}, $1, 'execute', 'bench', 'former', '{}', '{}', ${at} ${rows} WHERE n % ${runsPerJob} = 0`,
  `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", state, reason, "exitCode", "createdAt",
                      "deliverBy", "sentAt", "startedAt", "finishedAt")
   SELECT ${id('b')}, ${id('a', `(n / ${runsPerJob} * ${runsPerJob})`)}, $1, left(md5((n % 1000)::text), 24), 'Device',
          state::"RunState", CASE state WHEN 'failed' THEN 'Error: not found ' || n END,
          CASE state WHEN 'failed' THEN 1 ELSE 0 END, ${at}, ${at}, ${at}, ${at}, ${at}
   FROM (SELECT n, CASE n % 10 WHEN 3 THEN 'failed' ELSE 'succeeded' END AS state ${rows}) states`,
  `INSERT INTO "RunLog" ("runId", seq, at, level, text)
   SELECT ${id('b')}, seq, ${at}, 'info', md5((n * seq)::text) || repeat('x', 40)
   ${rows}, generate_series(1, ${linesPerRun}) seq WHERE $1::text IS NOT NULL`,
];
