-- The check of this foreign key took a quarter of the time in which the runs of a job are inserted. A trigger deletes what the
-- key deleted. An array is looked up in the index, whatever the planner expects of the tables.
ALTER TABLE "Run" DROP CONSTRAINT "Run_jobId_fkey";

CREATE FUNCTION "deleteRunsOfJobs"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "Run" WHERE "jobId" = ANY(ARRAY(SELECT id FROM old_jobs));
  RETURN NULL;
END $$;
CREATE TRIGGER "deleteRunsOfJobs" AFTER DELETE ON "Job"
REFERENCING OLD TABLE AS old_jobs FOR EACH STATEMENT EXECUTE FUNCTION "deleteRunsOfJobs"();
