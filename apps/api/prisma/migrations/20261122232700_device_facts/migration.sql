-- CreateTable
CREATE TABLE "DeviceFacts" (
    "deviceId" TEXT NOT NULL,
    "facts" JSON NOT NULL,
    "reportedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "DeviceFacts_pkey" PRIMARY KEY ("deviceId")
);

-- AddForeignKey
ALTER TABLE "DeviceFacts" ADD CONSTRAINT "DeviceFacts_deviceId_fkey" FOREIGN KEY ("deviceId") REFERENCES "Device"("id") ON DELETE CASCADE ON UPDATE CASCADE;
