-- CreateTable
CREATE TABLE "HourlyDevices" (
    "accountId" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "online" INTEGER NOT NULL,

    CONSTRAINT "HourlyDevices_pkey" PRIMARY KEY ("accountId","hour")
);

-- CreateIndex
CREATE INDEX "HourlyDevices_hour_idx" ON "HourlyDevices"("hour");

-- AddForeignKey
ALTER TABLE "HourlyDevices" ADD CONSTRAINT "HourlyDevices_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
