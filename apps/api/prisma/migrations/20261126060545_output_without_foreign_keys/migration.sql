-- Checking these foreign keys took longer than inserting the rows. A trigger deletes what the keys deleted. An array is looked
-- up in the index, whatever the planner expects of the tables.
ALTER TABLE "RunLog" DROP CONSTRAINT "RunLog_runId_fkey";
ALTER TABLE "RunResult" DROP CONSTRAINT "RunResult_runId_fkey";

CREATE FUNCTION "deleteOutputOfRuns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "RunLog" WHERE "runId" = ANY(ARRAY(SELECT id FROM old_runs));
  DELETE FROM "RunResult" WHERE "runId" = ANY(ARRAY(SELECT id FROM old_runs));
  RETURN NULL;
END $$;
CREATE TRIGGER "deleteOutputOfRuns" AFTER DELETE ON "Run"
REFERENCING OLD TABLE AS old_runs FOR EACH STATEMENT EXECUTE FUNCTION "deleteOutputOfRuns"();
