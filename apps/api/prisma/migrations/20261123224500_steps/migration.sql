-- AlterTable
ALTER TABLE "Failure" ADD COLUMN     "step" VARCHAR(1100);

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "failedStep" VARCHAR(1100);
