-- AlterEnum
ALTER TYPE "TriggerKind" ADD VALUE 'automatic';

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "updateWindow" JSON,
ADD COLUMN     "updatesAgents" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "updatesCheckedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Device" ADD COLUMN     "canUpdate" BOOLEAN NOT NULL DEFAULT false;
