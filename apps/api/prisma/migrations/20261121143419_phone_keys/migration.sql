-- AlterTable
ALTER TABLE "Device" ADD COLUMN     "phoneKeyHash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "Device_phoneKeyHash_key" ON "Device"("phoneKeyHash");
