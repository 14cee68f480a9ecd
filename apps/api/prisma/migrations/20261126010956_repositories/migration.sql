-- CreateEnum
CREATE TYPE "SyncTrigger" AS ENUM ('request', 'interval', 'webhook');

-- CreateEnum
CREATE TYPE "SyncState" AS ENUM ('running', 'done', 'failed');

-- AlterEnum
ALTER TYPE "RevisionSource" ADD VALUE 'git';

-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "commit" TEXT,
ADD COLUMN     "commitAuthor" VARCHAR(128);

-- CreateTable
CREATE TABLE "Repository" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "ref" VARCHAR(255),
    "folder" VARCHAR(255) NOT NULL DEFAULT '',
    "secretName" VARCHAR(64),
    "knownHosts" VARCHAR(8192),
    "intervalMinutes" INTEGER,
    "hookSecret" BYTEA NOT NULL,
    "commit" TEXT,
    "nextAt" TIMESTAMPTZ(3),
    "nextTrigger" "SyncTrigger" NOT NULL DEFAULT 'request',
    "syncId" TEXT,
    "leaseUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Repository_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RepositoryProject" (
    "repositoryId" TEXT NOT NULL,
    "folder" TEXT NOT NULL,
    "devscriptId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "RepositoryProject_pkey" PRIMARY KEY ("repositoryId","folder")
);

-- CreateTable
CREATE TABLE "RepositorySync" (
    "id" TEXT NOT NULL,
    "repositoryId" TEXT NOT NULL,
    "trigger" "SyncTrigger" NOT NULL,
    "state" "SyncState" NOT NULL DEFAULT 'running',
    "commit" TEXT,
    "commitAuthor" VARCHAR(128),
    "projects" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "error" VARCHAR(4096),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RepositorySync_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Repository_accountId_id_idx" ON "Repository"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Repository_nextAt_idx" ON "Repository"("nextAt");

-- CreateIndex
CREATE UNIQUE INDEX "Repository_accountId_name_key" ON "Repository"("accountId", "name");

-- CreateIndex
CREATE INDEX "RepositoryProject_devscriptId_idx" ON "RepositoryProject"("devscriptId");

-- CreateIndex
CREATE INDEX "RepositorySync_repositoryId_id_idx" ON "RepositorySync"("repositoryId", "id" DESC);

-- AddForeignKey
ALTER TABLE "Repository" ADD CONSTRAINT "Repository_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RepositoryProject" ADD CONSTRAINT "RepositoryProject_repositoryId_fkey" FOREIGN KEY ("repositoryId") REFERENCES "Repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RepositoryProject" ADD CONSTRAINT "RepositoryProject_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RepositorySync" ADD CONSTRAINT "RepositorySync_repositoryId_fkey" FOREIGN KEY ("repositoryId") REFERENCES "Repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;
