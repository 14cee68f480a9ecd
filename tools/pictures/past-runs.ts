import { connectToEmbedded } from '../bench/stage';

/** A job at the beginning of each of the last hours, with more runs by day than by night. A few were lost or expired. */
const statement = `
  WITH hours AS (
    SELECT h, date_trunc('hour', now()) - h * interval '1 hour' + interval '7 minutes' AS at FROM generate_series(1, 30) h
  ), jobs AS (
    INSERT INTO "Job" (id, "accountId", kind, name, "scriptId", "codeSha256", vars, env, "triggerKind", "createdAt")
    SELECT lpad(to_hex(extract(epoch FROM at)::int), 8, '0') || lpad(to_hex(h), 16, '0'), d."accountId", 'devscript', d.name,
           d.id, f.sha256, '{}', '{}', 'schedule', at
    FROM hours, "Devscript" d JOIN "DevscriptFile" f ON f."devscriptId" = d.id AND f.kind = 'code' WHERE d.id = $1
    RETURNING id, "accountId", "scriptId", "createdAt"
  )
  INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "scriptId", state, reason, "createdAt", "deliverBy",
                     "startedAt", "finishedAt")
  SELECT left(j.id, 8) || lpad(to_hex(n), 6, '0') || right(d.id, 10), j.id, j."accountId", d.id, d.name, j."scriptId",
         state::"RunState", CASE state WHEN 'expired' THEN 'not delivered in time' WHEN 'lost' THEN 'the device restarted' END,
         j."createdAt", j."createdAt", CASE state WHEN 'expired' THEN NULL ELSE j."createdAt" END,
         j."createdAt" + n * interval '1 second'
  FROM jobs j CROSS JOIN LATERAL (
    SELECT *, CASE WHEN n % 41 = 0 THEN 'lost' WHEN n % 29 = 0 THEN 'expired' ELSE 'succeeded' END AS state
    FROM (SELECT row_number() OVER (ORDER BY id) AS n, id, name FROM "Device" WHERE "accountId" = j."accountId") devices
  ) d
  WHERE n <= 90 + 70 * sin(pi() * (extract(hour FROM j."createdAt") - 6) / 12)`;

/** Gives a script runs of the last day, for the charts. */
export async function insertPastRuns(folder: string, scriptId: string): Promise<void> {
  const client = await connectToEmbedded({ folder });
  await client.query(statement, [scriptId]);
  await client.end();
}
