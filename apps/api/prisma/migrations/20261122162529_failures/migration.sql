-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "failureId" TEXT;

-- CreateTable
CREATE TABLE "Failure" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "scriptId" TEXT,
    "state" "RunState" NOT NULL,
    "message" TEXT,
    "file" TEXT,
    "line" INTEGER,
    "exitCode" INTEGER,
    "signal" TEXT,
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Failure_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FailureTotal" (
    "failureId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "scriptId" TEXT,
    "runs" INTEGER NOT NULL,
    "devices" INTEGER NOT NULL,
    "lastRunId" TEXT NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3),

    CONSTRAINT "FailureTotal_pkey" PRIMARY KEY ("failureId")
);

-- CreateTable
CREATE TABLE "FailureCount" (
    "jobId" TEXT NOT NULL,
    "failureId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "version" TEXT,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "FailureCount_pkey" PRIMARY KEY ("jobId","failureId")
);

-- CreateTable
CREATE TABLE "FailureVersion" (
    "failureId" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "FailureVersion_pkey" PRIMARY KEY ("failureId","version")
);

-- CreateTable
CREATE TABLE "FailureDevice" (
    "failureId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "FailureDevice_pkey" PRIMARY KEY ("failureId","deviceId")
);

-- CreateTable
CREATE TABLE "FailureChange" (
    "id" BIGSERIAL NOT NULL,
    "failureId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "scriptId" TEXT,
    "jobId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "runs" INTEGER NOT NULL,

    CONSTRAINT "FailureChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Failure_accountId_firstSeenAt_idx" ON "Failure"("accountId", "firstSeenAt");

-- Lists are ordered by ID DESC NULLS LAST, as in the migration "history".
-- CreateIndex
CREATE INDEX "FailureTotal_accountId_lastRunId_idx" ON "FailureTotal"("accountId", "lastRunId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "FailureTotal_accountId_scriptId_lastRunId_idx" ON "FailureTotal"("accountId", "scriptId", "lastRunId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "FailureCount_jobId_runs_failureId_idx" ON "FailureCount"("jobId", "runs", "failureId");

-- CreateIndex
CREATE INDEX "Run_failureId_idx" ON "Run"("failureId", "id" NULLS FIRST) WHERE ("failureId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Run_jobId_failureId_idx" ON "Run"("jobId", "failureId", "id" NULLS FIRST) WHERE ("failureId" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "Failure" ADD CONSTRAINT "Failure_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Triggers record which runs join and leave failure groups. They fire for such rows alone, so other runs do not pay for them.
CREATE FUNCTION "recordFailure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."failureId" IS NOT NULL THEN
    INSERT INTO "FailureChange" ("failureId", "accountId", "scriptId", "jobId", "deviceId", runs)
    VALUES (OLD."failureId", OLD."accountId", OLD."scriptId", OLD."jobId", OLD."deviceId", -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW."failureId" IS NOT NULL THEN
    INSERT INTO "FailureChange" ("failureId", "accountId", "scriptId", "jobId", "deviceId", runs)
    VALUES (NEW."failureId", NEW."accountId", NEW."scriptId", NEW."jobId", NEW."deviceId", 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "recordCreatedFailure" AFTER INSERT ON "Run"
FOR EACH ROW WHEN (NEW."failureId" IS NOT NULL) EXECUTE FUNCTION "recordFailure"();
CREATE TRIGGER "recordChangedFailure" AFTER UPDATE OF "failureId" ON "Run"
FOR EACH ROW WHEN (OLD."failureId" IS DISTINCT FROM NEW."failureId") EXECUTE FUNCTION "recordFailure"();
CREATE TRIGGER "recordDeletedFailure" AFTER DELETE ON "Run"
FOR EACH ROW WHEN (OLD."failureId" IS NOT NULL) EXECUTE FUNCTION "recordFailure"();

-- Adds the oldest changes to the counters, and returns their number. Callers hold the lock of "foldRunChanges".
CREATE FUNCTION "foldFailureChanges"(max_changes int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  changes int;
  failures text[];
  jobs text[];
  devices text[];
  accounts text[];
  scripts text[];
  amounts int[];
BEGIN
  WITH taken AS (
    DELETE FROM "FailureChange" WHERE id = ANY(ARRAY(SELECT id FROM "FailureChange" ORDER BY id LIMIT max_changes)) RETURNING *
  )
  SELECT count(*), array_agg("failureId"), array_agg("jobId"), array_agg("deviceId"), array_agg("accountId"),
    array_agg("scriptId"), array_agg(runs)
  INTO changes, failures, jobs, devices, accounts, scripts, amounts FROM taken;
  IF changes = 0 THEN RETURN 0; END IF;

  -- A job's version is read when its first run fails, and kept, because the job may be deleted before its changes are folded.
  WITH changed AS (
    SELECT "jobId", "failureId", "accountId", sum(runs) AS runs
    FROM unnest(jobs, failures, accounts, amounts) AS c("jobId", "failureId", "accountId", runs)
    GROUP BY 1, 2, 3 HAVING sum(runs) <> 0
  ), counted AS (
    INSERT INTO "FailureCount" AS f ("jobId", "failureId", "accountId", version, runs)
    SELECT c."jobId", c."failureId", c."accountId", j.version, c.runs FROM changed c LEFT JOIN "Job" j ON j.id = c."jobId"
    ON CONFLICT ("jobId", "failureId") DO UPDATE SET runs = f.runs + excluded.runs
    RETURNING f."jobId", f."failureId", f.version
  )
  INSERT INTO "FailureVersion" AS f ("failureId", version, runs)
  SELECT "failureId", version, sum(runs) FROM counted JOIN changed USING ("jobId", "failureId")
  WHERE version IS NOT NULL GROUP BY 1, 2 HAVING sum(runs) <> 0
  ON CONFLICT ("failureId", version) DO UPDATE SET runs = f.runs + excluded.runs;

  WITH changed AS (
    SELECT "failureId", "deviceId", sum(runs) AS runs
    FROM unnest(failures, devices, amounts) AS c("failureId", "deviceId", runs) GROUP BY 1, 2 HAVING sum(runs) <> 0
  ), counted AS (
    INSERT INTO "FailureDevice" AS f ("failureId", "deviceId", runs) SELECT "failureId", "deviceId", runs FROM changed
    ON CONFLICT ("failureId", "deviceId") DO UPDATE SET runs = f.runs + excluded.runs
    RETURNING f."failureId", f."deviceId", f.runs
  ), "deviceCounts" AS (
    -- A new row has as many runs as have changed, and one that is now 0 had some.
    SELECT "failureId", count(*) FILTER (WHERE o.runs = c.runs) - count(*) FILTER (WHERE o.runs = 0) AS devices
    FROM counted o JOIN changed c USING ("failureId", "deviceId") GROUP BY 1
  ), "runCounts" AS (
    SELECT "failureId", "accountId", "scriptId", sum(runs) AS runs
    FROM unnest(failures, accounts, scripts, amounts) AS c("failureId", "accountId", "scriptId", runs) GROUP BY 1, 2, 3
  )
  INSERT INTO "FailureTotal" AS f ("failureId", "accountId", "scriptId", runs, devices, "lastRunId", "lastSeenAt")
  SELECT r."failureId", r."accountId", r."scriptId", r.runs, coalesce(d.devices, 0), coalesce(last.id, ''), last."finishedAt"
  FROM "runCounts" r LEFT JOIN "deviceCounts" d USING ("failureId")
  LEFT JOIN LATERAL (
    SELECT id, "finishedAt" FROM "Run" WHERE "failureId" = r."failureId" ORDER BY id DESC NULLS LAST LIMIT 1
  ) last ON true
  ON CONFLICT ("failureId") DO UPDATE SET runs = f.runs + excluded.runs, devices = f.devices + excluded.devices,
    "lastRunId" = excluded."lastRunId", "lastSeenAt" = excluded."lastSeenAt";

  DELETE FROM "FailureCount" f USING unnest(jobs, failures) AS c("jobId", "failureId")
  WHERE f."jobId" = c."jobId" AND f."failureId" = c."failureId" AND f.runs = 0;
  DELETE FROM "FailureDevice" f USING unnest(failures, devices) AS c("failureId", "deviceId")
  WHERE f."failureId" = c."failureId" AND f."deviceId" = c."deviceId" AND f.runs = 0;
  DELETE FROM "FailureVersion" WHERE "failureId" = ANY(failures) AND runs = 0;
  DELETE FROM "FailureTotal" WHERE "failureId" = ANY(failures) AND runs = 0;
  RETURN changes;
END $$;
