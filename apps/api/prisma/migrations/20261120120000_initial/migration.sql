-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('personal', 'session');

-- CreateEnum
CREATE TYPE "ReviewState" AS ENUM ('draft', 'in_review', 'approved', 'rejected');

-- CreateEnum
CREATE TYPE "PricingPlan" AS ENUM ('free', 'monthly');

-- CreateEnum
CREATE TYPE "FileKind" AS ENUM ('code', 'config');

-- CreateEnum
CREATE TYPE "JobKind" AS ENUM ('script', 'devscript', 'execute');

-- CreateEnum
CREATE TYPE "RunState" AS ENUM ('queued', 'running', 'stopping', 'succeeded', 'failed', 'timed_out', 'lost', 'stopped', 'canceled', 'expired', 'rejected');

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "passwordHash" TEXT,
    "isAdministrator" BOOLEAN NOT NULL DEFAULT false,
    "isReviewer" BOOLEAN NOT NULL DEFAULT false,
    "notifyDeviceIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AccessToken" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AccessToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "tokenId" TEXT,
    "action" TEXT NOT NULL,
    "targetId" TEXT,
    "address" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "EnrolmentKey" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64),
    "hash" TEXT NOT NULL,
    "maxUses" INTEGER NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "EnrolmentKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Node" (
    "id" TEXT NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Node_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Device" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "name" VARCHAR(20) NOT NULL,
    "tags" VARCHAR(10)[],
    "tagKeys" TEXT[],
    "brand" VARCHAR(64) NOT NULL,
    "model" VARCHAR(64) NOT NULL,
    "platform" VARCHAR(64) NOT NULL,
    "appVersion" VARCHAR(32) NOT NULL,
    "nodeId" TEXT,
    "linkId" TEXT,
    "lastSeenAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Content" (
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "Content_pkey" PRIMARY KEY ("sha256")
);

-- CreateTable
CREATE TABLE "Devscript" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(128) NOT NULL,
    "reviewState" "ReviewState" NOT NULL DEFAULT 'draft',
    "reviewNote" VARCHAR(512),
    "submittedAt" TIMESTAMPTZ(3),
    "plan" "PricingPlan" NOT NULL DEFAULT 'free',
    "price" INTEGER,
    "currency" VARCHAR(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Devscript_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DevscriptFile" (
    "devscriptId" TEXT NOT NULL,
    "kind" "FileKind" NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DevscriptFile_pkey" PRIMARY KEY ("devscriptId","kind")
);

-- CreateTable
CREATE TABLE "PromotionCode" (
    "id" TEXT NOT NULL,
    "devscriptId" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "percentOff" DOUBLE PRECISION NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PromotionCode_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Script" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "devscriptId" TEXT,
    "slug" TEXT NOT NULL,
    "name" VARCHAR(128) NOT NULL,
    "version" TEXT NOT NULL,
    "isListed" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Script_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ScriptVersion" (
    "scriptId" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "codeSha256" TEXT NOT NULL,
    "configSha256" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ScriptVersion_pkey" PRIMARY KEY ("scriptId","version")
);

-- CreateTable
CREATE TABLE "LibraryEntry" (
    "accountId" TEXT NOT NULL,
    "scriptId" TEXT NOT NULL,
    "addedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LibraryEntry_pkey" PRIMARY KEY ("accountId","scriptId")
);

-- CreateTable
CREATE TABLE "SavedValues" (
    "accountId" TEXT NOT NULL,
    "scriptId" TEXT NOT NULL,
    "values" JSON NOT NULL,

    CONSTRAINT "SavedValues_pkey" PRIMARY KEY ("accountId","scriptId")
);

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "kind" "JobKind" NOT NULL,
    "scriptId" TEXT,
    "name" TEXT NOT NULL,
    "version" TEXT,
    "codeSha256" TEXT NOT NULL,
    "vars" JSON NOT NULL,
    "env" JSON NOT NULL,
    "timeout" INTEGER,
    "idempotencyKey" TEXT,
    "requestHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "deviceName" TEXT NOT NULL,
    "scriptId" TEXT,
    "state" "RunState" NOT NULL DEFAULT 'queued',
    "reason" TEXT,
    "exitCode" INTEGER,
    "signal" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deliverBy" TIMESTAMPTZ(3) NOT NULL,
    "offeredAt" TIMESTAMPTZ(3),
    "acceptedAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "logBytes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RunLog" (
    "runId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "level" TEXT NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "RunLog_pkey" PRIMARY KEY ("runId","seq")
);

-- CreateTable
CREATE TABLE "Message" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "runId" TEXT,
    "deviceId" TEXT,
    "frameN" BIGINT,
    "title" TEXT,
    "text" TEXT NOT NULL,
    "data" JSON,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MessageDelivery" (
    "messageId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "deliverBy" TIMESTAMPTZ(3) NOT NULL,
    "deliveredAt" TIMESTAMPTZ(3),

    CONSTRAINT "MessageDelivery_pkey" PRIMARY KEY ("messageId","deviceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Account_email_key" ON "Account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "AccessToken_hash_key" ON "AccessToken"("hash");

-- CreateIndex
CREATE INDEX "AccessToken_accountId_id_idx" ON "AccessToken"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEntry_accountId_id_idx" ON "AuditEntry"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "EnrolmentKey_hash_key" ON "EnrolmentKey"("hash");

-- CreateIndex
CREATE INDEX "EnrolmentKey_accountId_id_idx" ON "EnrolmentKey"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Device_tokenHash_key" ON "Device"("tokenHash");

-- CreateIndex
CREATE INDEX "Device_accountId_id_idx" ON "Device"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Device_nodeId_idx" ON "Device"("nodeId");

-- CreateIndex
CREATE INDEX "Devscript_accountId_id_idx" ON "Devscript"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Devscript_reviewState_id_idx" ON "Devscript"("reviewState", "id" DESC);

-- CreateIndex
CREATE INDEX "DevscriptFile_sha256_idx" ON "DevscriptFile"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "PromotionCode_code_key" ON "PromotionCode"("code");

-- CreateIndex
CREATE INDEX "PromotionCode_devscriptId_id_idx" ON "PromotionCode"("devscriptId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Script_devscriptId_key" ON "Script"("devscriptId");

-- CreateIndex
CREATE UNIQUE INDEX "Script_slug_key" ON "Script"("slug");

-- CreateIndex
CREATE INDEX "LibraryEntry_scriptId_idx" ON "LibraryEntry"("scriptId");

-- CreateIndex
CREATE INDEX "Job_accountId_id_idx" ON "Job"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Job_codeSha256_idx" ON "Job"("codeSha256");

-- CreateIndex
CREATE UNIQUE INDEX "Job_accountId_idempotencyKey_key" ON "Job"("accountId", "idempotencyKey");

-- CreateIndex
CREATE INDEX "Run_jobId_state_idx" ON "Run"("jobId", "state");

-- CreateIndex
CREATE INDEX "Run_accountId_id_idx" ON "Run"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Run_accountId_scriptId_id_idx" ON "Run"("accountId", "scriptId", "id" DESC);

-- CreateIndex
CREATE INDEX "Run_deviceId_state_idx" ON "Run"("deviceId", "state");

-- CreateIndex
CREATE INDEX "Run_deviceId_id_idx" ON "Run"("deviceId", "id" DESC);

-- CreateIndex
CREATE INDEX "Run_state_deliverBy_idx" ON "Run"("state", "deliverBy");

-- CreateIndex
CREATE INDEX "Message_accountId_id_idx" ON "Message"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Message_deviceId_frameN_key" ON "Message"("deviceId", "frameN");

-- CreateIndex
CREATE INDEX "MessageDelivery_deviceId_deliveredAt_idx" ON "MessageDelivery"("deviceId", "deliveredAt");

-- AddForeignKey
ALTER TABLE "AccessToken" ADD CONSTRAINT "AccessToken_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EnrolmentKey" ADD CONSTRAINT "EnrolmentKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Device" ADD CONSTRAINT "Device_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Device" ADD CONSTRAINT "Device_nodeId_fkey" FOREIGN KEY ("nodeId") REFERENCES "Node"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Devscript" ADD CONSTRAINT "Devscript_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DevscriptFile" ADD CONSTRAINT "DevscriptFile_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PromotionCode" ADD CONSTRAINT "PromotionCode_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Script" ADD CONSTRAINT "Script_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Script" ADD CONSTRAINT "Script_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScriptVersion" ADD CONSTRAINT "ScriptVersion_scriptId_fkey" FOREIGN KEY ("scriptId") REFERENCES "Script"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LibraryEntry" ADD CONSTRAINT "LibraryEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LibraryEntry" ADD CONSTRAINT "LibraryEntry_scriptId_fkey" FOREIGN KEY ("scriptId") REFERENCES "Script"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SavedValues" ADD CONSTRAINT "SavedValues_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RunLog" ADD CONSTRAINT "RunLog_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Message" ADD CONSTRAINT "Message_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MessageDelivery" ADD CONSTRAINT "MessageDelivery_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "Message"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MessageDelivery" ADD CONSTRAINT "MessageDelivery_deviceId_fkey" FOREIGN KEY ("deviceId") REFERENCES "Device"("id") ON DELETE CASCADE ON UPDATE CASCADE;
