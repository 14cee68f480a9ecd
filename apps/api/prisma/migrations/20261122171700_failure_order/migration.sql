-- The list of failures is ordered by ID DESC, without NULLS LAST.
-- DropIndex
DROP INDEX "FailureTotal_accountId_lastRunId_idx";

-- DropIndex
DROP INDEX "FailureTotal_accountId_scriptId_lastRunId_idx";

-- CreateIndex
CREATE INDEX "FailureTotal_accountId_lastRunId_idx" ON "FailureTotal"("accountId", "lastRunId");

-- CreateIndex
CREATE INDEX "FailureTotal_accountId_scriptId_lastRunId_idx" ON "FailureTotal"("accountId", "scriptId", "lastRunId");
