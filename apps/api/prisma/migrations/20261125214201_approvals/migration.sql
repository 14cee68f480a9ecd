-- CreateEnum
CREATE TYPE "ApprovalKind" AS ENUM ('run', 'schedule_create', 'schedule_update');

-- CreateEnum
CREATE TYPE "ApprovalState" AS ENUM ('pending', 'approved', 'declined', 'expired', 'withdrawn');

-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "createdById" TEXT;

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "approvalDevices" INTEGER,
ADD COLUMN     "approvalGroupIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "approvesSchedules" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Approval" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "kind" "ApprovalKind" NOT NULL,
    "state" "ApprovalState" NOT NULL DEFAULT 'pending',
    "name" TEXT NOT NULL,
    "reasons" TEXT[],
    "deviceCount" INTEGER NOT NULL,
    "deviceIds" TEXT[],
    "request" JSON NOT NULL,
    "codeSha256" TEXT,
    "scheduleId" TEXT,
    "scheduleRevision" INTEGER,
    "jobId" TEXT,
    "askedById" TEXT,
    "askedByTokenId" TEXT,
    "askedByName" TEXT NOT NULL,
    "askedByRole" "MemberRole" NOT NULL,
    "decidedById" TEXT,
    "decidedByName" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "note" VARCHAR(512),
    "idempotencyKey" TEXT,
    "requestHash" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Approval_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Approval_accountId_id_idx" ON "Approval"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Approval_accountId_state_id_idx" ON "Approval"("accountId", "state", "id" DESC);

-- CreateIndex
CREATE INDEX "Approval_state_expiresAt_idx" ON "Approval"("state", "expiresAt");

-- CreateIndex
CREATE INDEX "Approval_codeSha256_idx" ON "Approval"("codeSha256");

-- CreateIndex
CREATE UNIQUE INDEX "Approval_accountId_idempotencyKey_key" ON "Approval"("accountId", "idempotencyKey");

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_codeSha256_fkey" FOREIGN KEY ("codeSha256") REFERENCES "Content"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;
