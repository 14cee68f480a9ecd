-- CreateTable
CREATE TABLE "ProjectBuild" (
    "codeSha256" TEXT NOT NULL,
    "devscriptId" TEXT NOT NULL,
    "sourcesSha256" TEXT NOT NULL,
    "mapSha256" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ProjectBuild_pkey" PRIMARY KEY ("codeSha256")
);

-- CreateIndex
CREATE INDEX "ProjectBuild_sourcesSha256_idx" ON "ProjectBuild"("sourcesSha256");

-- CreateIndex
CREATE INDEX "ProjectBuild_mapSha256_idx" ON "ProjectBuild"("mapSha256");

-- AddForeignKey
ALTER TABLE "ProjectBuild" ADD CONSTRAINT "ProjectBuild_codeSha256_fkey" FOREIGN KEY ("codeSha256") REFERENCES "Content"("sha256") ON DELETE CASCADE ON UPDATE CASCADE;
