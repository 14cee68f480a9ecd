-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "notifySelector" JSON;

-- CreateTable
CREATE TABLE "DeviceGroup" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "rule" JSON,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "DeviceGroup_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeviceGroupMember" (
    "groupId" TEXT NOT NULL,
    "deviceId" TEXT NOT NULL,

    CONSTRAINT "DeviceGroupMember_pkey" PRIMARY KEY ("groupId","deviceId")
);

-- CreateTable
CREATE TABLE "Preset" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "request" JSON NOT NULL,
    "groupId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Preset_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "DeviceGroup_accountId_id_idx" ON "DeviceGroup"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "DeviceGroup_accountId_name_key" ON "DeviceGroup"("accountId", "name");

-- CreateIndex
CREATE INDEX "DeviceGroupMember_deviceId_idx" ON "DeviceGroupMember"("deviceId");

-- CreateIndex
CREATE INDEX "Preset_accountId_id_idx" ON "Preset"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Preset_accountId_name_key" ON "Preset"("accountId", "name");

-- AddForeignKey
ALTER TABLE "DeviceGroup" ADD CONSTRAINT "DeviceGroup_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceGroupMember" ADD CONSTRAINT "DeviceGroupMember_groupId_fkey" FOREIGN KEY ("groupId") REFERENCES "DeviceGroup"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeviceGroupMember" ADD CONSTRAINT "DeviceGroupMember_deviceId_fkey" FOREIGN KEY ("deviceId") REFERENCES "Device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Preset" ADD CONSTRAINT "Preset_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
