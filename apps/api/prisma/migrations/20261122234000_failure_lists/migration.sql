-- An ID with the time of the transaction, like those of the server.
CREATE FUNCTION "newId"() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT lpad(to_hex(extract(epoch FROM now())::bigint), 8, '0') || left(md5(gen_random_uuid()::text), 16)
$$;

-- AlterTable
ALTER TABLE "Failure" ADD COLUMN     "firstSeenId" TEXT,
ADD COLUMN     "unusedSince" TIMESTAMPTZ(3);

UPDATE "Failure" f SET
  "firstSeenId" = lpad(to_hex(floor(extract(epoch FROM "firstSeenAt"))::bigint), 8, '0') || left(id, 16),
  "unusedSince" = CASE WHEN NOT EXISTS (SELECT FROM "FailureTotal" t WHERE t."failureId" = f.id)
                        AND NOT EXISTS (SELECT FROM "FailureChange" c WHERE c."failureId" = f.id) THEN now() END;

-- AlterTable
ALTER TABLE "Failure" ALTER COLUMN "firstSeenId" SET NOT NULL,
ALTER COLUMN "firstSeenId" SET DEFAULT "newId"();

-- Lists are ordered by ID DESC NULLS LAST, as in the migration "history".
-- DropIndex
DROP INDEX "FailureTotal_accountId_lastRunId_idx";

-- DropIndex
DROP INDEX "FailureTotal_accountId_scriptId_lastRunId_idx";

-- DropIndex
DROP INDEX "Failure_accountId_firstSeenAt_idx";

-- CreateIndex
CREATE INDEX "FailureTotal_accountId_lastRunId_idx" ON "FailureTotal"("accountId", "lastRunId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "FailureTotal_accountId_scriptId_lastRunId_idx" ON "FailureTotal"("accountId", "scriptId", "lastRunId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Failure_used_accountId_firstSeenId_idx" ON "Failure"("accountId", "firstSeenId" NULLS FIRST) WHERE ("unusedSince" IS NULL);

-- CreateIndex
CREATE INDEX "Failure_used_scriptId_firstSeenId_idx" ON "Failure"("accountId", "scriptId", "firstSeenId" NULLS FIRST) WHERE ("unusedSince" IS NULL);

-- CreateIndex
CREATE INDEX "Failure_unusedSince_idx" ON "Failure"("unusedSince") WHERE ("unusedSince" IS NOT NULL);

-- Folding the changes of failures records which failures have no runs any more. Retention reads only those.
CREATE FUNCTION "markUnusedFailure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "Failure" SET "unusedSince" = CASE TG_OP WHEN 'DELETE' THEN now() END
  WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD."failureId" ELSE NEW."failureId" END
    AND ("unusedSince" IS NULL) = (TG_OP = 'DELETE');
  RETURN NULL;
END $$;

CREATE TRIGGER "markUnusedFailure" AFTER INSERT OR DELETE ON "FailureTotal"
FOR EACH ROW EXECUTE FUNCTION "markUnusedFailure"();
