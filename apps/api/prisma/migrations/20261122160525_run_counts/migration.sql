-- CreateEnum
CREATE TYPE "RunTimer" AS ENUM ('wait', 'duration');

-- CreateTable
CREATE TABLE "JobCount" (
    "jobId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "wave" INTEGER NOT NULL,
    "state" "RunState" NOT NULL,
    "runs" INTEGER NOT NULL,
    "released" INTEGER NOT NULL,

    CONSTRAINT "JobCount_pkey" PRIMARY KEY ("jobId","wave","state")
);

-- CreateTable
CREATE TABLE "HourlyRuns" (
    "accountId" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "scriptId" TEXT NOT NULL,
    "state" "RunState" NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "HourlyRuns_pkey" PRIMARY KEY ("accountId","hour","scriptId","state")
);

-- CreateTable
CREATE TABLE "DailyTimes" (
    "accountId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "scriptId" TEXT NOT NULL,
    "timer" "RunTimer" NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "DailyTimes_pkey" PRIMARY KEY ("accountId","scriptId","day","timer","bucket")
);

-- CreateTable
CREATE TABLE "RunChange" (
    "id" BIGSERIAL NOT NULL,
    "accountId" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "scriptId" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "wave" INTEGER NOT NULL,
    "state" "RunState" NOT NULL,
    "runs" INTEGER NOT NULL,
    "released" INTEGER NOT NULL,

    CONSTRAINT "RunChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TimeChange" (
    "id" BIGSERIAL NOT NULL,
    "accountId" TEXT NOT NULL,
    "scriptId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "timer" "RunTimer" NOT NULL,
    "bucket" SMALLINT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "TimeChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "JobCount_accountId_state_jobId_idx" ON "JobCount"("accountId", "state", "jobId" DESC);

-- CreateIndex
CREATE INDEX "RunChange_jobId_idx" ON "RunChange"("jobId");

-- Runs are counted by triggers, so that no statement can forget it. They run once per statement, and insert a row per job,
-- hour and state: reports of 500 devices cost two rows.

-- The bucket of a time in seconds: 1.04 ^ bucket milliseconds.
CREATE FUNCTION "timeBucket"(seconds double precision) RETURNS smallint LANGUAGE sql IMMUTABLE
RETURN ceil(ln(greatest(seconds * 1000, 1)) / ln(1.04::double precision))::smallint;

CREATE FUNCTION "recordCreatedRuns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "RunChange" ("accountId", "jobId", "scriptId", hour, wave, state, runs, released)
  SELECT "accountId", "jobId", coalesce("scriptId", ''), date_trunc('hour', "createdAt", 'UTC'), coalesce(wave, 0), state,
    count(*) FILTER (WHERE NOT "isRetried"), count(*) FILTER (WHERE attempt = 1 AND "releasedAt" IS NOT NULL)
  FROM new_runs GROUP BY 1, 2, 3, 4, 5, 6;

  INSERT INTO "TimeChange" ("accountId", "scriptId", day, timer, bucket, runs)
  SELECT "accountId", coalesce("scriptId", ''), ("createdAt" AT TIME ZONE 'UTC')::date, timer, bucket, count(*)
  FROM (
    SELECT *, 'wait'::"RunTimer" AS timer,
      "timeBucket"(extract(epoch FROM "startedAt" - coalesce("releasedAt", "createdAt"))::float8) AS bucket
    FROM new_runs WHERE "startedAt" IS NOT NULL
    UNION ALL
    SELECT *, 'duration', "timeBucket"(extract(epoch FROM "finishedAt" - "startedAt")::float8)
    FROM new_runs WHERE "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')
  ) times GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION "recordDeletedRuns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "RunChange" ("accountId", "jobId", "scriptId", hour, wave, state, runs, released)
  SELECT "accountId", "jobId", coalesce("scriptId", ''), date_trunc('hour', "createdAt", 'UTC'), coalesce(wave, 0), state,
    -count(*) FILTER (WHERE NOT "isRetried"), -count(*) FILTER (WHERE attempt = 1 AND "releasedAt" IS NOT NULL)
  FROM old_runs GROUP BY 1, 2, 3, 4, 5, 6;

  INSERT INTO "TimeChange" ("accountId", "scriptId", day, timer, bucket, runs)
  SELECT "accountId", coalesce("scriptId", ''), ("createdAt" AT TIME ZONE 'UTC')::date, timer, bucket, -count(*)
  FROM (
    SELECT *, 'wait'::"RunTimer" AS timer,
      "timeBucket"(extract(epoch FROM "startedAt" - coalesce("releasedAt", "createdAt"))::float8) AS bucket
    FROM old_runs WHERE "startedAt" IS NOT NULL
    UNION ALL
    SELECT *, 'duration', "timeBucket"(extract(epoch FROM "finishedAt" - "startedAt")::float8)
    FROM old_runs WHERE "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')
  ) times GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION "recordChangedRuns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "RunChange" ("accountId", "jobId", "scriptId", hour, wave, state, runs, released)
  SELECT "accountId", "jobId", coalesce("scriptId", ''), date_trunc('hour', "createdAt", 'UTC'), coalesce(wave, 0), state,
    sum(run), sum(release)
  FROM (
    SELECT "accountId", "jobId", "scriptId", "createdAt", wave, state, (NOT "isRetried")::int AS run,
      (attempt = 1 AND "releasedAt" IS NOT NULL)::int AS release
    FROM new_runs
    UNION ALL
    SELECT "accountId", "jobId", "scriptId", "createdAt", wave, state, -(NOT "isRetried")::int,
      -(attempt = 1 AND "releasedAt" IS NOT NULL)::int
    FROM old_runs
  ) changes GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(run) <> 0 OR sum(release) <> 0;

  INSERT INTO "TimeChange" ("accountId", "scriptId", day, timer, bucket, runs)
  SELECT "accountId", coalesce("scriptId", ''), ("createdAt" AT TIME ZONE 'UTC')::date, timer, bucket, sum(change)
  FROM (
    SELECT "accountId", "scriptId", "createdAt", 'wait'::"RunTimer" AS timer,
      "timeBucket"(extract(epoch FROM "startedAt" - coalesce("releasedAt", "createdAt"))::float8) AS bucket, 1 AS change
    FROM new_runs WHERE "startedAt" IS NOT NULL
    UNION ALL
    SELECT "accountId", "scriptId", "createdAt", 'wait',
      "timeBucket"(extract(epoch FROM "startedAt" - coalesce("releasedAt", "createdAt"))::float8), -1
    FROM old_runs WHERE "startedAt" IS NOT NULL
    UNION ALL
    SELECT "accountId", "scriptId", "createdAt", 'duration',
      "timeBucket"(extract(epoch FROM "finishedAt" - "startedAt")::float8), 1
    FROM new_runs WHERE "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')
    UNION ALL
    SELECT "accountId", "scriptId", "createdAt", 'duration',
      "timeBucket"(extract(epoch FROM "finishedAt" - "startedAt")::float8), -1
    FROM old_runs WHERE "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')
  ) times GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;

-- Adds the oldest changes to the counters, and returns their number. A change is deleted in the statement that adds it, so it
-- counts once. Callers hold a lock, so that two of them never wait for each other's counters.
CREATE FUNCTION "foldRunChanges"(max_changes int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  changes int;
  jobs text[];
  accounts text[];
  hours timestamptz[];
BEGIN
  WITH taken AS (
    DELETE FROM "RunChange" WHERE id = ANY(ARRAY(SELECT id FROM "RunChange" ORDER BY id LIMIT max_changes)) RETURNING *
  ), counted AS (
    INSERT INTO "JobCount" AS c ("jobId", "accountId", wave, state, runs, released)
    SELECT "jobId", "accountId", wave, state, sum(runs), sum(released)
    FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0 OR sum(released) <> 0
    ON CONFLICT ("jobId", wave, state) DO UPDATE
    SET runs = c.runs + excluded.runs, released = c.released + excluded.released
  ), summed AS (
    INSERT INTO "HourlyRuns" AS h ("accountId", hour, "scriptId", state, runs)
    SELECT "accountId", hour, "scriptId", state, sum(runs) FROM taken GROUP BY 1, 2, 3, 4 HAVING sum(runs) <> 0
    ON CONFLICT ("accountId", hour, "scriptId", state) DO UPDATE SET runs = h.runs + excluded.runs
  ), hours AS (
    SELECT DISTINCT "accountId", hour FROM taken
  )
  SELECT (SELECT count(*) FROM taken), ARRAY(SELECT DISTINCT "jobId" FROM taken),
    ARRAY(SELECT "accountId" FROM hours ORDER BY 1, hour), ARRAY(SELECT hour FROM hours ORDER BY "accountId", 1)
  INTO changes, jobs, accounts, hours;
  DELETE FROM "JobCount" WHERE "jobId" = ANY(jobs) AND runs = 0 AND released = 0;
  DELETE FROM "HourlyRuns" h USING unnest(accounts, hours) AS changed("accountId", hour)
  WHERE h."accountId" = changed."accountId" AND h.hour = changed.hour AND runs = 0;
  RETURN changes;
END $$;

CREATE FUNCTION "foldTimeChanges"(max_changes int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  changes int;
  accounts text[];
  scripts text[];
  days date[];
BEGIN
  WITH taken AS (
    DELETE FROM "TimeChange" WHERE id = ANY(ARRAY(SELECT id FROM "TimeChange" ORDER BY id LIMIT max_changes)) RETURNING *
  ), summed AS (
    INSERT INTO "DailyTimes" AS d ("accountId", "scriptId", day, timer, bucket, runs)
    SELECT "accountId", "scriptId", day, timer, bucket, sum(runs) FROM taken GROUP BY 1, 2, 3, 4, 5 HAVING sum(runs) <> 0
    ON CONFLICT ("accountId", "scriptId", day, timer, bucket) DO UPDATE SET runs = d.runs + excluded.runs
  ), days AS (
    SELECT DISTINCT "accountId", "scriptId", day FROM taken
  )
  SELECT (SELECT count(*) FROM taken), ARRAY(SELECT "accountId" FROM days ORDER BY 1, "scriptId", day),
    ARRAY(SELECT "scriptId" FROM days ORDER BY "accountId", 1, day), ARRAY(SELECT day FROM days ORDER BY "accountId", "scriptId", 1)
  INTO changes, accounts, scripts, days;
  DELETE FROM "DailyTimes" d USING unnest(accounts, scripts, days) AS changed("accountId", "scriptId", day)
  WHERE d."accountId" = changed."accountId" AND d."scriptId" = changed."scriptId" AND d.day = changed.day AND runs = 0;
  RETURN changes;
END $$;

-- From here on, no run changes until the migration is committed.
CREATE TRIGGER "recordCreatedRuns" AFTER INSERT ON "Run"
REFERENCING NEW TABLE AS new_runs FOR EACH STATEMENT EXECUTE FUNCTION "recordCreatedRuns"();
CREATE TRIGGER "recordChangedRuns" AFTER UPDATE ON "Run"
REFERENCING OLD TABLE AS old_runs NEW TABLE AS new_runs FOR EACH STATEMENT EXECUTE FUNCTION "recordChangedRuns"();
CREATE TRIGGER "recordDeletedRuns" AFTER DELETE ON "Run"
REFERENCING OLD TABLE AS old_runs FOR EACH STATEMENT EXECUTE FUNCTION "recordDeletedRuns"();

-- The runs that exist already.
INSERT INTO "JobCount" ("jobId", "accountId", wave, state, runs, released)
SELECT "jobId", "accountId", coalesce(wave, 0), state,
  count(*) FILTER (WHERE NOT "isRetried"), count(*) FILTER (WHERE attempt = 1 AND "releasedAt" IS NOT NULL)
FROM "Run" GROUP BY 1, 2, 3, 4;

INSERT INTO "HourlyRuns" ("accountId", hour, "scriptId", state, runs)
SELECT "accountId", date_trunc('hour', "createdAt", 'UTC'), coalesce("scriptId", ''), state, count(*)
FROM "Run" WHERE NOT "isRetried" GROUP BY 1, 2, 3, 4;

INSERT INTO "DailyTimes" ("accountId", day, "scriptId", timer, bucket, runs)
SELECT "accountId", ("createdAt" AT TIME ZONE 'UTC')::date, coalesce("scriptId", ''), timer, bucket, count(*)
FROM (
  SELECT "accountId", "scriptId", "createdAt", 'wait'::"RunTimer" AS timer,
    "timeBucket"(extract(epoch FROM "startedAt" - coalesce("releasedAt", "createdAt"))::float8) AS bucket
  FROM "Run" WHERE "startedAt" IS NOT NULL
  UNION ALL
  SELECT "accountId", "scriptId", "createdAt", 'duration',
    "timeBucket"(extract(epoch FROM "finishedAt" - "startedAt")::float8)
  FROM "Run" WHERE "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed')
) times GROUP BY 1, 2, 3, 4, 5;
