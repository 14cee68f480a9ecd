-- AlterTable
ALTER TABLE "Device" ADD COLUMN     "isolation" VARCHAR(64) NOT NULL DEFAULT '';
