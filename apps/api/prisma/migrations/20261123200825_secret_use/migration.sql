-- AlterTable
ALTER TABLE "Secret" ADD COLUMN     "lastUsedAt" TIMESTAMPTZ(3);
