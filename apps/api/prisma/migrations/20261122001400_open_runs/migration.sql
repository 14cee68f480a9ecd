-- A run that is offered, starts or is stopped writes no index any more: none of them holds the state.
-- DropIndex
DROP INDEX "Run_deviceId_state_idx";

-- DropIndex
DROP INDEX "Run_jobId_state_idx";

-- DropIndex
DROP INDEX "Run_state_deliverBy_idx";

-- CreateIndex
CREATE INDEX "Run_jobId_id_idx" ON "Run"("jobId", "id" DESC);

-- CreateIndex
CREATE INDEX "Run_open_jobId_idx" ON "Run"("jobId") WHERE ("finishedAt" IS NULL);

-- CreateIndex
CREATE INDEX "Run_open_deviceId_idx" ON "Run"("deviceId") WHERE ("finishedAt" IS NULL);

-- CreateIndex
CREATE INDEX "Run_open_deliverBy_idx" ON "Run"("deliverBy") WHERE ("finishedAt" IS NULL);

-- What has finishedAt has ended, whatever a statement forgets.
UPDATE "Run" SET "finishedAt" = now()
WHERE "finishedAt" IS NULL AND state NOT IN ('queued', 'running', 'stopping');
UPDATE "Run" SET "finishedAt" = NULL
WHERE "finishedAt" IS NOT NULL AND state IN ('queued', 'running', 'stopping');
ALTER TABLE "Run" ADD CONSTRAINT "Run_open_check"
CHECK (("finishedAt" IS NULL) = (state IN ('queued', 'running', 'stopping')));
