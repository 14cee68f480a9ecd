-- AlterTable
ALTER TABLE "Schedule" ADD COLUMN     "approvedCodeSha256" TEXT;
