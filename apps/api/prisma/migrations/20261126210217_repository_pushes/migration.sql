-- AlterEnum
ALTER TYPE "SyncTrigger" ADD VALUE 'save';

-- AlterTable
ALTER TABLE "Repository" ADD COLUMN     "pushRef" VARCHAR(255);

-- AlterTable
ALTER TABLE "RepositoryProject" ADD COLUMN     "files" JSONB,
ADD COLUMN     "pushedFiles" JSONB,
ADD COLUMN     "syncedRevision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "RepositoryPush" (
    "id" TEXT NOT NULL,
    "repositoryId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "authorEmail" TEXT,
    "nextAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "RepositoryPush_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RepositoryPush_repositoryId_id_idx" ON "RepositoryPush"("repositoryId", "id");

-- CreateIndex
CREATE INDEX "RepositoryPush_revisionId_idx" ON "RepositoryPush"("revisionId");

-- CreateIndex
CREATE INDEX "RepositoryPush_nextAt_idx" ON "RepositoryPush"("nextAt");

-- AddForeignKey
ALTER TABLE "RepositoryPush" ADD CONSTRAINT "RepositoryPush_repositoryId_fkey" FOREIGN KEY ("repositoryId") REFERENCES "Repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RepositoryPush" ADD CONSTRAINT "RepositoryPush_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;
