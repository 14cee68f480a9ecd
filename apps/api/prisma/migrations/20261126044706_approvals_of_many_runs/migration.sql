-- AlterTable
ALTER TABLE "Approval" ADD COLUMN     "jobKind" "JobKind";

-- AlterTable
ALTER TABLE "Schedule" ADD COLUMN     "approvalId" TEXT;

-- CreateTable
CREATE TABLE "CountedDevice" (
    "accountId" TEXT NOT NULL,
    "starterId" TEXT NOT NULL,
    "script" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CountedDevice_pkey" PRIMARY KEY ("accountId","starterId","script","deviceId")
);

-- CreateIndex
CREATE INDEX "CountedDevice_startedAt_idx" ON "CountedDevice"("startedAt");

-- AddForeignKey
ALTER TABLE "CountedDevice" ADD CONSTRAINT "CountedDevice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the pending and the decided requests run.
UPDATE "Approval" SET "jobKind" = ("request"->>'kind')::"JobKind" WHERE "kind" = 'run';
