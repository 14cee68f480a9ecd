-- AlterTable
ALTER TABLE "ProjectBuild" ADD COLUMN     "phoneMapSha256" TEXT,
ADD COLUMN     "phoneSha256" TEXT;

-- CreateIndex
CREATE INDEX "ProjectBuild_phoneSha256_idx" ON "ProjectBuild"("phoneSha256");

-- CreateIndex
CREATE INDEX "ProjectBuild_phoneMapSha256_idx" ON "ProjectBuild"("phoneMapSha256");
