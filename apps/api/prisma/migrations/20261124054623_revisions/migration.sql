-- CreateEnum
CREATE TYPE "RevisionSource" AS ENUM ('console', 'cli', 'api', 'restore');

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "revision" INTEGER;

-- AlterTable
ALTER TABLE "ScriptVersion" ADD COLUMN     "revision" INTEGER;

-- CreateTable
CREATE TABLE "Revision" (
    "id" TEXT NOT NULL,
    "devscriptId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" VARCHAR(64),
    "source" "RevisionSource" NOT NULL,
    "restoredNumber" INTEGER,
    "codeName" VARCHAR(255),
    "codeSha256" TEXT,
    "codeSize" INTEGER,
    "configName" VARCHAR(255),
    "configSha256" TEXT,
    "configSize" INTEGER,
    "personName" TEXT,
    "tokenName" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Revision_devscriptId_id_idx" ON "Revision"("devscriptId", "id" DESC);

-- CreateIndex
CREATE INDEX "Revision_codeSha256_idx" ON "Revision"("codeSha256");

-- CreateIndex
CREATE INDEX "Revision_configSha256_idx" ON "Revision"("configSha256");

-- CreateIndex
CREATE UNIQUE INDEX "Revision_devscriptId_number_key" ON "Revision"("devscriptId", "number");

-- AddForeignKey
ALTER TABLE "Revision" ADD CONSTRAINT "Revision_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The present files of each devscript are its first revision. IDs begin with their time in hex.
INSERT INTO "Revision" ("id", "devscriptId", "number", "source", "codeName", "codeSha256", "codeSize", "configName", "configSha256", "configSize", "createdAt")
SELECT
    lpad(to_hex(floor(extract(epoch FROM d."updatedAt"))::bigint), 8, '0') || left(md5(d."id"), 16),
    d."id", 1, 'api',
    code."name", code."sha256", code."size", config."name", config."sha256", config."size", d."updatedAt"
FROM "Devscript" d
LEFT JOIN "DevscriptFile" code ON code."devscriptId" = d."id" AND code."kind" = 'code'
LEFT JOIN "DevscriptFile" config ON config."devscriptId" = d."id" AND config."kind" = 'config'
WHERE code."sha256" IS NOT NULL OR config."sha256" IS NOT NULL;
