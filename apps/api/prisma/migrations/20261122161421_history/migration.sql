-- CreateEnum
CREATE TYPE "TriggerKind" AS ENUM ('person', 'token', 'schedule', 'preset', 'rerun');

-- DropIndex
DROP INDEX "AuditEntry_accountId_id_idx";

-- DropIndex
DROP INDEX "Job_accountId_id_idx";

-- DropIndex
DROP INDEX "Message_accountId_id_idx";

-- DropIndex
DROP INDEX "Run_accountId_id_idx";

-- DropIndex
DROP INDEX "Run_accountId_scriptId_id_idx";

-- DropIndex
DROP INDEX "Run_deviceId_id_idx";

-- DropIndex
DROP INDEX "Run_jobId_id_idx";

-- DropIndex
DROP INDEX "Run_open_deviceId_idx";

-- DropIndex
DROP INDEX "Run_open_jobId_idx";

-- DropIndex
DROP INDEX "WebhookDelivery_webhookId_id_idx";

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "triggerId" TEXT,
ADD COLUMN     "triggerKind" "TriggerKind";

-- AlterTable
-- This rewrites the table: about 10 s per million runs with the indexes below, in which statements on runs wait.
ALTER TABLE "Run" ADD COLUMN     "problem" "RunState" GENERATED ALWAYS AS
(CASE WHEN state IN ('queued', 'running', 'stopping', 'succeeded') THEN NULL ELSE state END) STORED;

-- Lists are ordered by id DESC NULLS LAST, which only these indexes and not the primary keys provide.
-- CreateIndex
CREATE INDEX "AuditEntry_accountId_id_idx" ON "AuditEntry"("accountId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_action_id_idx" ON "AuditEntry"("accountId", "action", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_targetId_id_idx" ON "AuditEntry"("accountId", "targetId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_tokenId_id_idx" ON "AuditEntry"("accountId", "tokenId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Job_accountId_id_idx" ON "Job"("accountId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Job_accountId_scriptId_id_idx" ON "Job"("accountId", "scriptId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Job_accountId_triggerKind_id_idx" ON "Job"("accountId", "triggerKind", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Job_accountId_triggerId_id_idx" ON "Job"("accountId", "triggerId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Message_accountId_isTelemetry_id_idx" ON "Message"("accountId", "isTelemetry", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Run_jobId_id_idx" ON "Run"("jobId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Run_accountId_id_idx" ON "Run"("accountId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Run_accountId_scriptId_id_idx" ON "Run"("accountId", "scriptId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Run_deviceId_id_idx" ON "Run"("deviceId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Run_open_accountId_id_idx" ON "Run"("accountId", "id" NULLS FIRST) WHERE ("finishedAt" IS NULL);

-- CreateIndex
CREATE INDEX "Run_open_jobId_id_idx" ON "Run"("jobId", "id" NULLS FIRST) WHERE ("finishedAt" IS NULL);

-- CreateIndex
CREATE INDEX "Run_open_deviceId_id_idx" ON "Run"("deviceId", "id" NULLS FIRST) WHERE ("finishedAt" IS NULL);

-- CreateIndex
CREATE INDEX "Run_problem_accountId_id_idx" ON "Run"("accountId", "problem", "id" NULLS FIRST) WHERE (problem IS NOT NULL);

-- CreateIndex
CREATE INDEX "Run_problem_jobId_id_idx" ON "Run"("jobId", "problem", "id" NULLS FIRST) WHERE (problem IS NOT NULL);

-- CreateIndex
CREATE INDEX "Run_problem_deviceId_id_idx" ON "Run"("deviceId", "problem", "id" NULLS FIRST) WHERE (problem IS NOT NULL);

-- CreateIndex
CREATE INDEX "Run_problem_scriptId_id_idx" ON "Run"("accountId", "scriptId", "problem", "id" NULLS FIRST) WHERE (problem IS NOT NULL);

-- CreateIndex
CREATE INDEX "WebhookDelivery_webhookId_state_id_idx" ON "WebhookDelivery"("webhookId", "state", "id" NULLS FIRST);

UPDATE "Job" SET "triggerKind" = 'rerun', "triggerId" = "rerunOf" WHERE "rerunOf" IS NOT NULL;
