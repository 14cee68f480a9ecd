-- AlterEnum
ALTER TYPE "FileKind" ADD VALUE 'schema';

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "schemaSha256" TEXT;

-- AlterTable
ALTER TABLE "Revision" ADD COLUMN     "schemaName" VARCHAR(255),
ADD COLUMN     "schemaSha256" TEXT,
ADD COLUMN     "schemaSize" INTEGER;

-- AlterTable
ALTER TABLE "ScriptVersion" ADD COLUMN     "schemaSha256" TEXT;

-- CreateIndex
CREATE INDEX "Job_schemaSha256_idx" ON "Job"("schemaSha256");

-- CreateIndex
CREATE INDEX "Revision_schemaSha256_idx" ON "Revision"("schemaSha256");

-- CreateIndex
CREATE INDEX "ScriptVersion_schemaSha256_idx" ON "ScriptVersion"("schemaSha256");
