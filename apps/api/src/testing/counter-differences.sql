-- Counters of the account $1 that differ from a count over its runs. In one statement, because the server folds changes in
-- the background. Failures are compared once their changes are folded.
WITH folded AS (
  SELECT WHERE NOT EXISTS (SELECT FROM "FailureChange" WHERE "accountId" = $1)
), failures AS (
  SELECT t.* FROM "FailureTotal" t, folded WHERE "accountId" = $1
), failed AS (
  SELECT r.id, r."jobId", r."deviceId", r."failureId", j.version
  FROM "Run" r JOIN "Job" j ON j.id = r."jobId", folded
  WHERE r."accountId" = $1 AND r."failureId" IS NOT NULL
), counters AS (
  SELECT 'JobCount.runs' AS counter, concat_ws(' ', "jobId", wave, state) AS key, runs AS value
  FROM "JobCount" WHERE "accountId" = $1
  UNION ALL
  SELECT 'JobCount.released', concat_ws(' ', "jobId", wave, state), released FROM "JobCount" WHERE "accountId" = $1
  UNION ALL
  SELECT 'JobCount.runs', concat_ws(' ', "jobId", wave, state), runs FROM "RunChange" WHERE "accountId" = $1
  UNION ALL
  SELECT 'JobCount.released', concat_ws(' ', "jobId", wave, state), released FROM "RunChange" WHERE "accountId" = $1
  UNION ALL
  SELECT 'HourlyRuns', concat_ws(' ', hour, "scriptId", state), runs FROM "HourlyRuns" WHERE "accountId" = $1
  UNION ALL
  SELECT 'HourlyRuns', concat_ws(' ', hour, "scriptId", state), runs FROM "RunChange" WHERE "accountId" = $1
  UNION ALL
  SELECT 'DailyTimes', timer::text, runs FROM "DailyTimes" WHERE "accountId" = $1
  UNION ALL
  SELECT 'DailyTimes', timer::text, runs FROM "TimeChange" WHERE "accountId" = $1
  UNION ALL
  SELECT 'FailureTotal.runs', "failureId", runs FROM failures
  UNION ALL
  SELECT 'FailureTotal.devices', "failureId", devices FROM failures
  UNION ALL
  SELECT 'FailureTotal.lastRunId', concat_ws(' ', "failureId", "lastRunId"), 1 FROM failures
  UNION ALL
  SELECT 'FailureCount', concat_ws(' ', "jobId", "failureId", version), runs
  FROM "FailureCount", folded WHERE "accountId" = $1
  UNION ALL
  SELECT 'FailureVersion', concat_ws(' ', "failureId", version), v.runs
  FROM "FailureVersion" v JOIN failures USING ("failureId")
  UNION ALL
  SELECT 'FailureDevice', concat_ws(' ', "failureId", "deviceId"), d.runs
  FROM "FailureDevice" d JOIN failures USING ("failureId")
), counted AS (
  SELECT 'JobCount.runs' AS counter, concat_ws(' ', "jobId", coalesce(wave, 0), state) AS key, count(*) AS value
  FROM "Run" WHERE "accountId" = $1 AND NOT "isRetried" GROUP BY "jobId", coalesce(wave, 0), state
  UNION ALL
  SELECT 'JobCount.released', concat_ws(' ', "jobId", coalesce(wave, 0), state), count(*)
  FROM "Run" WHERE "accountId" = $1 AND attempt = 1 AND "releasedAt" IS NOT NULL GROUP BY "jobId", coalesce(wave, 0), state
  UNION ALL
  SELECT 'HourlyRuns', concat_ws(' ', hour, "scriptId", state), count(*)
  FROM (
    SELECT date_trunc('hour', "createdAt", 'UTC') AS hour, coalesce("scriptId", '') AS "scriptId", state
    FROM "Run" WHERE "accountId" = $1 AND NOT "isRetried"
  ) runs GROUP BY hour, "scriptId", state
  UNION ALL
  SELECT 'DailyTimes', 'wait', count(*) FROM "Run" WHERE "accountId" = $1 AND "startedAt" IS NOT NULL
  UNION ALL
  SELECT 'DailyTimes', 'duration', count(*)
  FROM "Run" WHERE "accountId" = $1 AND "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')
  UNION ALL
  SELECT 'FailureTotal.runs', "failureId", count(*) FROM failed GROUP BY "failureId"
  UNION ALL
  SELECT 'FailureTotal.devices', "failureId", count(DISTINCT "deviceId") FROM failed GROUP BY "failureId"
  UNION ALL
  SELECT 'FailureTotal.lastRunId', concat_ws(' ', "failureId", max(id)), 1 FROM failed GROUP BY "failureId"
  UNION ALL
  SELECT 'FailureCount', concat_ws(' ', "jobId", "failureId", version), count(*)
  FROM failed GROUP BY "jobId", "failureId", version
  UNION ALL
  SELECT 'FailureVersion', concat_ws(' ', "failureId", version), count(*)
  FROM failed WHERE version IS NOT NULL GROUP BY "failureId", version
  UNION ALL
  SELECT 'FailureDevice', concat_ws(' ', "failureId", "deviceId"), count(*) FROM failed GROUP BY "failureId", "deviceId"
)
SELECT counter, key, sum(stored)::int AS stored, sum(counted)::int AS counted
FROM (
  SELECT counter, key, value AS stored, 0 AS counted FROM counters
  UNION ALL SELECT counter, key, 0, value FROM counted
) sides
GROUP BY counter, key HAVING sum(stored) <> sum(counted) ORDER BY counter, key LIMIT 10
