-- CreateEnum
CREATE TYPE "ArtifactKind" AS ENUM ('file', 'image');

-- CreateTable
CREATE TABLE "Artifact" (
    "id" TEXT NOT NULL,
    "runId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "jobId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "kind" "ArtifactKind" NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "problem" TEXT,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Artifact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ArtifactContent" (
    "accountId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "parts" TEXT[],
    "unusedSince" TIMESTAMPTZ(3),

    CONSTRAINT "ArtifactContent_pkey" PRIMARY KEY ("accountId","sha256")
);

-- CreateTable
CREATE TABLE "ArtifactUpload" (
    "key" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "parts" TEXT[],
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "isDiscarded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ArtifactUpload_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "ArtifactUsage" (
    "accountId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "ArtifactUsage_pkey" PRIMARY KEY ("accountId","deviceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Artifact_runId_name_key" ON "Artifact"("runId", "name");

-- Lists are ordered by ID DESC NULLS LAST, as in the migration "history".
-- CreateIndex
CREATE INDEX "Artifact_runId_id_idx" ON "Artifact"("runId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Artifact_jobId_id_idx" ON "Artifact"("jobId", "id" NULLS FIRST);

-- CreateIndex
CREATE INDEX "Artifact_accountId_sha256_idx" ON "Artifact"("accountId", "sha256");

-- CreateIndex
CREATE INDEX "ArtifactContent_unusedSince_idx" ON "ArtifactContent"("unusedSince") WHERE ("unusedSince" IS NOT NULL);

-- CreateIndex
CREATE INDEX "ArtifactUpload_deviceId_sha256_idx" ON "ArtifactUpload"("deviceId", "sha256");

-- CreateIndex
CREATE INDEX "ArtifactUpload_updatedAt_idx" ON "ArtifactUpload"("updatedAt");

-- AddForeignKey
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The row of the account comes first, so that whoever inserts or deletes artifacts of an account locks the same row first.
CREATE FUNCTION "countArtifact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "ArtifactUsage" AS u ("accountId", "deviceId", bytes) VALUES (NEW."accountId", '', NEW.size)
    ON CONFLICT ("accountId", "deviceId") DO UPDATE SET bytes = u.bytes + NEW.size;
    INSERT INTO "ArtifactUsage" AS u ("accountId", "deviceId", bytes) VALUES (NEW."accountId", NEW."deviceId", NEW.size)
    ON CONFLICT ("accountId", "deviceId") DO UPDATE SET bytes = u.bytes + NEW.size;
  ELSE
    UPDATE "ArtifactUsage" SET bytes = bytes - OLD.size WHERE "accountId" = OLD."accountId" AND "deviceId" = '';
    UPDATE "ArtifactUsage" SET bytes = bytes - OLD.size WHERE "accountId" = OLD."accountId" AND "deviceId" = OLD."deviceId";
    UPDATE "ArtifactContent" c SET "unusedSince" = now()
    WHERE c."accountId" = OLD."accountId" AND c.sha256 = OLD.sha256 AND NOT EXISTS (
      SELECT FROM "Artifact" a
      WHERE a."accountId" = OLD."accountId" AND a.sha256 = OLD.sha256 AND a.problem IS NULL AND a.id <> OLD.id
    );
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "countCreatedArtifact" AFTER INSERT ON "Artifact"
FOR EACH ROW WHEN (NEW.problem IS NULL) EXECUTE FUNCTION "countArtifact"();
CREATE TRIGGER "countDeletedArtifact" AFTER DELETE ON "Artifact"
FOR EACH ROW WHEN (OLD.problem IS NULL) EXECUTE FUNCTION "countArtifact"();
