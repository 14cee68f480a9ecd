-- AlterTable
ALTER TABLE "DeviceGroup" ADD COLUMN     "originId" TEXT;

-- AlterTable
ALTER TABLE "Devscript" ADD COLUMN     "originId" TEXT;

-- AlterTable
ALTER TABLE "Preset" ADD COLUMN     "originId" TEXT;

-- AlterTable
ALTER TABLE "Schedule" ADD COLUMN     "originId" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "DeviceGroup_accountId_originId_key" ON "DeviceGroup"("accountId", "originId");

-- CreateIndex
CREATE UNIQUE INDEX "Devscript_accountId_originId_key" ON "Devscript"("accountId", "originId");

-- CreateIndex
CREATE UNIQUE INDEX "Preset_accountId_originId_key" ON "Preset"("accountId", "originId");

-- CreateIndex
CREATE UNIQUE INDEX "Schedule_accountId_originId_key" ON "Schedule"("accountId", "originId");
