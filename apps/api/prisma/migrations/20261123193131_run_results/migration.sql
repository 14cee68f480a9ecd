-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "hasResult" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "progress" DOUBLE PRECISION,
ADD COLUMN     "progressText" VARCHAR(200);

-- CreateTable
CREATE TABLE "RunResult" (
    "runId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "scriptId" TEXT,
    "value" TEXT,
    "bytes" INTEGER NOT NULL,
    "problem" TEXT,

    CONSTRAINT "RunResult_pkey" PRIMARY KEY ("runId")
);

-- Lists are ordered by ID DESC NULLS LAST, as in the migration "history".
-- CreateIndex
CREATE INDEX "RunResult_accountId_runId_idx" ON "RunResult"("accountId", "runId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "RunResult_accountId_jobId_runId_idx" ON "RunResult"("accountId", "jobId", "runId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "RunResult_accountId_scriptId_runId_idx" ON "RunResult"("accountId", "scriptId", "runId" NULLS FIRST);

-- CreateIndex
CREATE INDEX "RunResult_accountId_deviceId_runId_idx" ON "RunResult"("accountId", "deviceId", "runId" NULLS FIRST);

-- AddForeignKey
ALTER TABLE "RunResult" ADD CONSTRAINT "RunResult_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
