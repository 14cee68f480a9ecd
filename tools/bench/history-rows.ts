import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { appendToChain, prepareChain } from './audit-rows';
import { assertConsistent } from './history-checks';

/** An account with a history, and values for filters. */
export interface HistoryAccount {
  accountId: string;
  runs: number;
  token: string;
  jobId: string;
  deviceId: string;
  scriptId: string;
  failureId: string;
  webhookId: string;
  /** The ID in the middle of its runs. That run has a result, a log and an artifact. */
  middle: string;
  /** The time of that run. */
  middleTime: string;
  /** The time of its first run. */
  startTime: string;
}

/** What is inserted: all tables of an account of its own, or some tables of an existing account. */
interface History {
  runs: number;
  accountId?: string;
  tables?: (keyof typeof statements)[];
}

/** One run a second until now. Ten runs are of one job. */
const runsPerJob = 10;
const partRuns = 50_000;

/**
 * Inserts an account with runs, a part at a time, or fills an existing one: with as many audit entries and messages, a result of
 * each run that succeeded, 20 failures, a log, an artifact, a request for approval and a webhook delivery of each tenth run, and
 * entries of a store. The triggers and the server count the runs as in production.
 */
export async function fillHistory(client: Client, history: History): Promise<HistoryAccount> {
  const { runs, tables = Object.keys(statements) as (keyof typeof statements)[] } = history;
  const accountId = history.accountId ?? hashOf(`history ${runs}`).slice(0, 24);
  const token = `hmp_${hashOf(`token ${runs}`)}`;
  const start = Math.floor(Date.now() / 1000) - runs;
  await insertAccount(client, { accountId, token, start });
  await prepareChain(client);
  // Rows that are lost with the server are inserted again.
  await client.query('SET synchronous_commit = off');
  for (let first = 0; first < runs; first += partRuns) {
    const part = [accountId, start, first, Math.min(first + partRuns, runs) - 1];
    for (const table of tables) await client.query(statements[table], part);
  }
  await client.query(storeUsage, [accountId]);
  await assertConsistent(client, accountId);
  const idOf = (kind: string, second: number) =>
    (start + second).toString(16).padStart(8, '0') +
    kind +
    second.toString(16).padStart(9, '0') +
    accountId.slice(0, 6);
  const timeOf = (second: number) => new Date((start + second) * 1000).toISOString();
  const middle = Math.floor(runs / (2 * runsPerJob)) * runsPerJob;
  return {
    ...{ accountId, webhookId: accountId, runs, token, jobId: idOf('a', middle), middle: idOf('b', middle) },
    deviceId: `de${'7'.padStart(16, '0')}${accountId.slice(0, 6)}`,
    scriptId: `5c${'1'.padStart(16, '0')}${accountId.slice(0, 6)}`,
    failureId: `fa${'7'.padStart(16, '0')}${accountId.slice(0, 6)}`,
    middleTime: timeOf(middle),
    startTime: timeOf(0),
  };
}

async function insertAccount(
  client: Client,
  { accountId, token, start }: { accountId: string; token: string; start: number },
): Promise<void> {
  await client.query(
    `INSERT INTO "Account" (id, email, name) VALUES ($1, $1 || '@example.org', 'History') ON CONFLICT DO NOTHING`,
    [accountId],
  );
  await client.query(
    `INSERT INTO "AccessToken" (id, "accountId", kind, name, hash, scopes)
     VALUES ($1, $1, 'personal', 'bench', $2, '{read,write,run,admin}')`,
    [accountId, hashOf(token)],
  );
  await client.query(
    `INSERT INTO "Content" (sha256, size, bytes) VALUES ('history', 1, '1') ON CONFLICT DO NOTHING`,
  );
  await client.query(devices, [accountId]);
  await client.query(webhookAndStore, [accountId]);
  await client.query(failures, [accountId, start]);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The ID of the row `n`, in SQL. */
const id = (kind: string, n = 'n') =>
  `lpad(to_hex($2::int + ${n}), 8, '0') || '${kind}' || lpad(to_hex(${n}), 9, '0') || left($1, 6)`;
const at = 'to_timestamp($2::int + n)';
const script = `'5c' || lpad((n / ${runsPerJob} % 4)::text, 16, '0') || left($1, 6)`;
const device = `'de' || lpad((n % 10)::text, 16, '0') || left($1, 6)`;
const rows = 'FROM generate_series($3::int, $4::int) n';

const devices = `
  INSERT INTO "Device" (id, "accountId", "tokenHash", name, brand, model, platform, "appVersion", tags, "tagKeys")
  SELECT ${device}, $1, ${device}, 'history-' || n, 'Brand', 'Model', 'linux', '2.0.0', '{}', '{}'
  FROM generate_series(0, 9) n`;

const webhookAndStore = `
  WITH webhook AS (
    INSERT INTO "Webhook" (id, "accountId", url, events, "isEnabled", secret)
    VALUES ($1, $1, 'https://example.org', '{all}', false, '')
  )
  INSERT INTO "Store" ("accountId", "ownerId") VALUES ($1, $1)`;

/** Runs of a script fail in five ways. */
const causes = 5;
const failure = (script: string, cause: string) =>
  `'fa' || lpad((${script} * ${causes} + ${cause})::text, 16, '0') || left($1, 6)`;
const failures = `
  INSERT INTO "Failure" (id, "accountId", "scriptId", state, message, "firstSeenAt", "firstSeenId")
  SELECT ${failure('script', 'cause')}, $1, '5c' || lpad(script::text, 16, '0') || left($1, 6), 'failed',
         'Error: not found', to_timestamp($2::int), ${id('e', '(script * 5 + cause)')}
  FROM generate_series(0, 3) script, generate_series(0, ${causes - 1}) cause`;

/** Counts the entries of the store, whose trigger counts those of the account. */
const storeUsage = `
  UPDATE "Store" s SET keys = e.keys, bytes = e.bytes, "lastVersion" = e.version
  FROM (SELECT count(*) AS keys, coalesce(sum(bytes), 0) AS bytes, coalesce(max(version), 0) AS version
        FROM "StoreEntry" WHERE "accountId" = $1 AND "ownerId" = $1) e
  WHERE s."accountId" = $1 AND s."ownerId" = $1`;

const statements = {
  Job: `
    INSERT INTO "Job" (id, "accountId", kind, name, "scriptId", "codeSha256", vars, env, "triggerKind", "triggerId", "createdAt")
    SELECT ${id('a')}, $1, 'script', 'bench', ${script}, 'history', '{}', '{}',
           (CASE n / ${runsPerJob} % 2 WHEN 0 THEN 'token' ELSE 'schedule' END)::"TriggerKind", $1, ${at}
    ${rows} WHERE n % ${runsPerJob} = 0`,
  Run: `
    INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", state, reason, "exitCode", "hasResult",
                       "failureId", "createdAt", "deliverBy", "sentAt", "acceptedAt", "startedAt", "finishedAt")
    SELECT ${id('b')}, ${id('a', `(n / ${runsPerJob} * ${runsPerJob})`)}, $1, ${device}, 'Device', ${script}, state::"RunState",
           CASE state WHEN 'failed' THEN 'Error: not found ' || n END,
           CASE state WHEN 'failed' THEN 1 + n % 3 WHEN 'succeeded' THEN 0 END, state = 'succeeded',
           CASE state WHEN 'failed' THEN ${failure(`(n / ${runsPerJob} % 4)`, `(n / ${4 * runsPerJob} % ${causes})`)} END,
           ${at}, ${at}, ${at}, ${at}, ${at}, ${at} + n % 20 * interval '100 ms'
    FROM (SELECT n, CASE n % 8 WHEN 3 THEN 'failed' WHEN 6 THEN 'lost' ELSE 'succeeded' END AS state ${rows}) states`,
  RunResult: `
    INSERT INTO "RunResult" ("runId", "accountId", "jobId", "deviceId", "scriptId", value, bytes)
    SELECT id, "accountId", "jobId", "deviceId", "scriptId", '{"n":1}', 7 FROM "Run"
    WHERE "accountId" = $1 AND state = 'succeeded' AND id BETWEEN ${id('b', '$3')} AND ${id('b', '$4')}`,
  RunLog: `
    INSERT INTO "RunLog" ("runId", seq, "lastSeq", lines)
    SELECT ${id('b')}, 1, 1, '1700000000000 info bench' ${rows} WHERE n % ${runsPerJob} = 0`,
  Artifact: `
    INSERT INTO "Artifact" (id, "runId", "accountId", "jobId", "deviceId", name, kind, size, sha256, problem, "savedAt")
    SELECT ${id('f')}, ${id('b')}, $1, ${id('a')}, ${device}, 'bench.txt', 'file', 1, '', 'too large', ${at}
    ${rows} WHERE n % ${runsPerJob} = 0`,
  Approval: `
    INSERT INTO "Approval" (id, "accountId", kind, "jobKind", state, name, reasons, "deviceCount", "deviceIds", request, "jobId",
                            "askedById", "askedByName", "askedByRole", "expiresAt", "createdAt")
    SELECT ${id('9')}, $1, 'run', 'script',
           (ARRAY['approved', 'declined', 'expired', 'withdrawn'])[1 + n / ${runsPerJob} % 4]::"ApprovalState",
           'bench', '{devices}', ${runsPerJob}, '{}', '{}', CASE n / ${runsPerJob} % 4 WHEN 0 THEN ${id('a')} END,
           $1, 'History', 'editor', ${at} + interval '3 days', ${at}
    ${rows} WHERE n % ${runsPerJob} = 0`,
  AuditEntry: appendToChain(
    {
      ...{ id: id('c'), accountId: '$1', tokenId: '$1', targetId: device, at },
      action: `CASE n % 3 WHEN 0 THEN 'device.update' ELSE 'job.create' END`,
      personId: 'CASE n % 2 WHEN 0 THEN $1 END',
      ...{ address: `''`, requestId: `''` },
    },
    rows,
  ),
  Message: `
    INSERT INTO "Message" (id, "accountId", text, "isTelemetry", "createdAt")
    SELECT ${id('d')}, $1, 'bench', n % 5 > 0, ${at} ${rows}`,
  // Deliveries of now, because old ones are deleted.
  WebhookDelivery: `
    INSERT INTO "WebhookDelivery" (id, "webhookId", type, body, state, "nextAttemptAt")
    SELECT lpad(to_hex(extract(epoch FROM now())::int), 8, '0') || 'e' || lpad(to_hex(n), 9, '0') || left($1, 6), $1,
           'run.finished', '{}', (CASE n / ${runsPerJob} % 4 WHEN 0 THEN 'failed' ELSE 'delivered' END)::"WebhookDeliveryState", NULL
    ${rows} WHERE n % ${runsPerJob} = 0 AND $2::int > 0`,
  StoreEntry: `
    INSERT INTO "StoreEntry" ("accountId", "ownerId", key, value, bytes, version)
    SELECT $1, $1, lpad(n::text, 9, '0'), '1', 10, n ${rows} WHERE n % 100 = 0 AND n < 1000000 AND $2::int > 0`,
};
