import type { Pool } from 'pg';

/** The history to insert: runs that end, one a second, ten of each job. */
interface HistoryOptions {
  accountId: string;
  runs: number;
  /** Seconds since 1970 of the first run. */
  start: number;
}

/** Values for filters. */
export interface SeededHistory {
  jobId: string;
  /** A job whose runs failed, each in its own way. */
  failingJobId: string;
  deviceId: string;
  scriptId: string;
  /** The ID of an old run. */
  early: string;
  /** Returns the time by which this share of the runs, from 0 to 1, had been created. */
  time: (share: number) => string;
}

const scripts = 4;
const devices = 50;

/**
 * Inserts runs with their jobs, audit entries, messages and requests for approval by SQL, as fast as possible. Of a hundred runs one is lost,
 * two failed, and the newest five of the history are open. Beside every twentieth run, one of another job fails in its own
 * way. Fifteen persons and fifteen tokens of the workspace ask for approval of each tenth run in turn.
 */
export async function seedHistory(
  pool: Pick<Pool, 'query'>,
  { accountId, runs, start }: HistoryOptions,
): Promise<SeededHistory> {
  const id = (kind: string, second: string) =>
    `lpad(to_hex(${start} + (${second})), 8, '0') || '${kind}' || lpad(to_hex(${second}), 9, '0') || right($1, 6)`;
  const at = `to_timestamp(${start} + n)`;
  const script = `'5c' || lpad((n % ${scripts})::text, 22, '0')`;
  const device = `'de' || lpad((n % ${devices})::text, 16, '0') || right($1, 6)`;
  const each = (count: string) => `FROM generate_series(0, ${count} - 1) n`;
  await pool.query(
    `INSERT INTO "Content" (sha256, size, bytes) VALUES ('seeded', 0, '') ON CONFLICT DO NOTHING`,
  );
  const statements = [
    `INSERT INTO "Job" (id, "accountId", kind, name, "scriptId", "codeSha256", vars, env, "triggerKind", "triggerId", "createdAt")
     SELECT ${id('a', 'n * 10')}, $1, 'script', 'seeded', ${script}, 'seeded', '{}', '{}',
            (CASE n % 2 WHEN 0 THEN 'token' ELSE 'schedule' END)::"TriggerKind", $1, to_timestamp(${start} + n * 10)
     ${each('$2::int / 10')}`,
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", state, reason, "exitCode",
                        "createdAt", "deliverBy", "finishedAt")
     SELECT ${id('b', 'n')}, ${id('a', 'n / 10 * 10')}, $1, ${device}, 'seeded', '5c' || lpad((n / 10 % ${scripts})::text, 22, '0'), state::"RunState",
            CASE state WHEN 'failed' THEN 'Error: seeded ' || n END, CASE state WHEN 'failed' THEN 1 + n % 3 WHEN 'succeeded' THEN 0 END,
            ${at}, ${at}, CASE WHEN state <> 'queued' THEN ${at} END
     FROM (SELECT n, CASE WHEN n >= $2::int - 5 THEN 'queued' WHEN n % 100 = 7 THEN 'lost'
                          WHEN n % 50 = 3 THEN 'failed' ELSE 'succeeded' END AS state ${each('$2::int')}) seeded`,
    `INSERT INTO "AuditEntry" (id, "accountId", "tokenId", action, "targetId", address, "requestId", at)
     SELECT ${id('c', 'n * 10')}, $1, $1, CASE n % 3 WHEN 0 THEN 'device.update' ELSE 'job.create' END, ${device}, '', '', ${at}
     ${each('$2::int / 10')}`,
    `INSERT INTO "Message" (id, "accountId", text, "isTelemetry", "createdAt")
     SELECT ${id('d', 'n * 10')}, $1, 'seeded', n % 10 > 0, ${at} ${each('$2::int / 10')}`,
    `INSERT INTO "Approval" (id, "accountId", kind, "jobKind", state, name, reasons, "deviceCount", "deviceIds", request,
                             "askedById", "askedByTokenId", "askedByName", "askedByRole", "expiresAt", "createdAt")
     SELECT ${id('8', 'n * 10')}, $1, 'run', 'script', (ARRAY['approved', 'declined', 'expired'])[1 + n % 3]::"ApprovalState",
            'seeded', '{}', 1, '{}', '{}', CASE WHEN n % 2 = 0 THEN 'person ' || n % 30 END,
            'token ' || n % 30, 'seeded', 'editor', ${at} + interval '3 days', ${at} ${each('$2::int / 10')}`,
    `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env, "triggerKind", "triggerId", "createdAt")
     SELECT ${id('9', '0')}, $1, 'script', 'seeded', 'seeded', '{}', '{}', 'person', $1, to_timestamp(${start}) WHERE $2::int > 0`,
    `INSERT INTO "Failure" (id, "accountId", "scriptId", state, message, "firstSeenAt", "firstSeenId")
     SELECT ${id('f', 'n')}, $1, ${script}, 'failed', 'seeded', ${at}, ${id('f', 'n')} ${each('$2::int')} WHERE n % 20 = 0`,
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", state, "failureId",
                        "createdAt", "deliverBy", "finishedAt")
     SELECT ${id('e', 'n')}, ${id('9', '0')}, $1, ${device}, 'seeded', ${script}, 'failed', ${id('f', 'n')}, ${at}, ${at}, ${at}
     ${each('$2::int')} WHERE n % 20 = 0`,
  ];
  for (const statement of statements) await pool.query(statement, [accountId, runs]);
  const idOf = (kind: string, second: number) =>
    (start + second).toString(16).padStart(8, '0') +
    kind +
    second.toString(16).padStart(9, '0') +
    accountId.slice(-6);
  const early = Math.floor(runs / 200) * 10;
  return {
    jobId: idOf('a', early),
    failingJobId: idOf('9', 0),
    deviceId: `de${'7'.padStart(16, '0')}${accountId.slice(-6)}`,
    scriptId: `5c${'1'.padStart(22, '0')}`,
    early: idOf('b', early),
    time: (share) => new Date((start + Math.floor(runs * share)) * 1000).toISOString(),
  };
}

/** Inserts counters of 60 days: of four scripts, three states and ten durations. */
export async function seedCounters(pool: Pick<Pool, 'query'>, accountId: string): Promise<void> {
  const scripts = `generate_series(0, 3) s`;
  await pool.query(
    `INSERT INTO "HourlyRuns" SELECT $1, '2017-07-15Z'::timestamptz + n * interval '1 hour', s::text, state::"RunState", 9
     FROM generate_series(0, 60 * 24 - 1) n, ${scripts}, unnest(ARRAY['succeeded', 'failed', 'lost']) state`,
    [accountId],
  );
  await pool.query(
    `INSERT INTO "DailyTimes" SELECT $1, '2017-07-15'::date + n, s::text, timer::"RunTimer", bucket, 9
     FROM generate_series(0, 59) n, ${scripts}, unnest(ARRAY['wait', 'duration']) timer, generate_series(1, 10) bucket`,
    [accountId],
  );
}
