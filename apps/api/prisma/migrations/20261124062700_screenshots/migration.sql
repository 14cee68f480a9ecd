-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "screenshotOnFailure" BOOLEAN NOT NULL DEFAULT false;
