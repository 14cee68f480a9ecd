-- AlterTable
ALTER TABLE "Message" ADD COLUMN     "isTelemetry" BOOLEAN NOT NULL DEFAULT false;

-- Until now, only the data of a message contained the mark.
UPDATE "Message" SET "isTelemetry" = true WHERE "data"::text LIKE '%"isTelemetry":true}';
