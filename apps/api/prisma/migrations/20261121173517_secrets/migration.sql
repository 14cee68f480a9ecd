-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "secretNames" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "Secret" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "sealed" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FormerSecret" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "sealed" BYTEA NOT NULL,
    "replacedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FormerSecret_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Secret_accountId_id_idx" ON "Secret"("accountId", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Secret_accountId_name_key" ON "Secret"("accountId", "name");

-- CreateIndex
CREATE INDEX "FormerSecret_accountId_name_idx" ON "FormerSecret"("accountId", "name");

-- CreateIndex
CREATE INDEX "FormerSecret_replacedAt_idx" ON "FormerSecret"("replacedAt");

-- AddForeignKey
ALTER TABLE "Secret" ADD CONSTRAINT "Secret_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FormerSecret" ADD CONSTRAINT "FormerSecret_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
