-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "fileHashes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "InputFile" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "parts" TEXT[],
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completedAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "InputFile_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "InputFile_accountId_id_idx" ON "InputFile"("accountId", "id");

-- CreateIndex
CREATE INDEX "InputFile_usedAt_idx" ON "InputFile"("usedAt");

-- CreateIndex
CREATE UNIQUE INDEX "InputFile_accountId_sha256_key" ON "InputFile"("accountId", "sha256");

-- AddForeignKey
ALTER TABLE "InputFile" ADD CONSTRAINT "InputFile_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The sweep of artifacts deletes the content of a deleted file from the blob store.
CREATE FUNCTION "discardInputFile"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ArtifactUpload" (key, "accountId", "deviceId", sha256, size, parts, "isDiscarded")
  VALUES (OLD.key, OLD."accountId", '', OLD.sha256, OLD.size, '{}', true);
  RETURN NULL;
END $$;

CREATE TRIGGER "discardDeletedInputFile" AFTER DELETE ON "InputFile"
FOR EACH ROW EXECUTE FUNCTION "discardInputFile"();
