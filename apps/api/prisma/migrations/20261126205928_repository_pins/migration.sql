-- AlterTable
ALTER TABLE "RepositorySync" ADD COLUMN     "notice" VARCHAR(4096);

-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "ref" VARCHAR(255);

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "variant" INTEGER;

-- CreateTable
CREATE TABLE "RepositoryPin" (
    "repositoryId" TEXT NOT NULL,
    "groupId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "ref" VARCHAR(255) NOT NULL,
    "commit" TEXT,

    CONSTRAINT "RepositoryPin_pkey" PRIMARY KEY ("repositoryId","groupId")
);

-- CreateTable
CREATE TABLE "PinnedProject" (
    "repositoryId" TEXT NOT NULL,
    "ref" VARCHAR(255) NOT NULL,
    "devscriptId" TEXT NOT NULL,
    "revisionId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "PinnedProject_pkey" PRIMARY KEY ("repositoryId","ref","devscriptId")
);

-- CreateTable
CREATE TABLE "JobVariant" (
    "jobId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "ref" VARCHAR(255) NOT NULL,
    "revision" INTEGER NOT NULL,
    "codeSha256" TEXT NOT NULL,
    "schemaSha256" TEXT,
    "env" JSON NOT NULL,

    CONSTRAINT "JobVariant_pkey" PRIMARY KEY ("jobId","number")
);

-- CreateIndex
CREATE INDEX "RepositoryPin_groupId_idx" ON "RepositoryPin"("groupId");

-- CreateIndex
CREATE INDEX "PinnedProject_devscriptId_idx" ON "PinnedProject"("devscriptId");

-- CreateIndex
CREATE INDEX "PinnedProject_revisionId_idx" ON "PinnedProject"("revisionId");

-- CreateIndex
CREATE INDEX "JobVariant_codeSha256_idx" ON "JobVariant"("codeSha256");

-- CreateIndex
CREATE INDEX "JobVariant_schemaSha256_idx" ON "JobVariant"("schemaSha256");

-- AddForeignKey
ALTER TABLE "RepositoryPin" ADD CONSTRAINT "RepositoryPin_repositoryId_fkey" FOREIGN KEY ("repositoryId") REFERENCES "Repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PinnedProject" ADD CONSTRAINT "PinnedProject_repositoryId_fkey" FOREIGN KEY ("repositoryId") REFERENCES "Repository"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PinnedProject" ADD CONSTRAINT "PinnedProject_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PinnedProject" ADD CONSTRAINT "PinnedProject_revisionId_fkey" FOREIGN KEY ("revisionId") REFERENCES "Revision"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JobVariant" ADD CONSTRAINT "JobVariant_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JobVariant" ADD CONSTRAINT "JobVariant_codeSha256_fkey" FOREIGN KEY ("codeSha256") REFERENCES "Content"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;
