-- CreateTable
CREATE TABLE "Store" (
    "accountId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "deviceId" TEXT,
    "devscriptId" TEXT,
    "scriptId" TEXT,
    "keys" INTEGER NOT NULL DEFAULT 0,
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "lastVersion" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Store_pkey" PRIMARY KEY ("accountId","ownerId")
);

-- The collation "C" sorts by code point, so that the primary key finds prefixes.
-- CreateTable
CREATE TABLE "StoreEntry" (
    "accountId" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "key" VARCHAR(255) COLLATE "C" NOT NULL,
    "value" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "version" BIGINT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "StoreEntry_pkey" PRIMARY KEY ("accountId","ownerId","key")
);

-- CreateTable
CREATE TABLE "StoreCall" (
    "runId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "reply" TEXT NOT NULL,

    CONSTRAINT "StoreCall_pkey" PRIMARY KEY ("runId")
);

-- CreateIndex
CREATE INDEX "Store_deviceId_idx" ON "Store"("deviceId") WHERE ("deviceId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Store_devscriptId_idx" ON "Store"("devscriptId") WHERE ("devscriptId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Store_accountId_scriptId_idx" ON "Store"("accountId", "scriptId") WHERE ("scriptId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "StoreEntry_expiresAt_idx" ON "StoreEntry"("expiresAt") WHERE ("expiresAt" IS NOT NULL);

-- CreateIndex
CREATE INDEX "StoreEntry_accountId_ownerId_expiresAt_idx" ON "StoreEntry"("accountId", "ownerId", "expiresAt") WHERE ("expiresAt" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_deviceId_fkey" FOREIGN KEY ("deviceId") REFERENCES "Device"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_devscriptId_fkey" FOREIGN KEY ("devscriptId") REFERENCES "Devscript"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Store" ADD CONSTRAINT "Store_library_fkey" FOREIGN KEY ("accountId", "scriptId") REFERENCES "LibraryEntry"("accountId", "scriptId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreEntry" ADD CONSTRAINT "StoreEntry_accountId_ownerId_fkey" FOREIGN KEY ("accountId", "ownerId") REFERENCES "Store"("accountId", "ownerId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoreCall" ADD CONSTRAINT "StoreCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE CASCADE ON UPDATE CASCADE;
