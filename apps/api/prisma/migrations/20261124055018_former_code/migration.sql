-- CreateTable
CREATE TABLE "FormerCode" (
    "jobId" TEXT NOT NULL,
    "replacedAt" TIMESTAMPTZ(3) NOT NULL,
    "sha256" TEXT NOT NULL,

    CONSTRAINT "FormerCode_pkey" PRIMARY KEY ("jobId","replacedAt")
);

-- CreateIndex
CREATE INDEX "FormerCode_sha256_idx" ON "FormerCode"("sha256");

-- AddForeignKey
ALTER TABLE "FormerCode" ADD CONSTRAINT "FormerCode_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormerCode" ADD CONSTRAINT "FormerCode_sha256_fkey" FOREIGN KEY ("sha256") REFERENCES "Content"("sha256") ON DELETE RESTRICT ON UPDATE CASCADE;
