-- CreateTable
CREATE TABLE "SignInRequest" (
    "hash" TEXT NOT NULL,
    "codeHash" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "scopes" TEXT[],
    "address" TEXT NOT NULL,
    "accountId" TEXT,
    "personId" TEXT,
    "isDenied" BOOLEAN NOT NULL DEFAULT false,
    "nextPollAt" TIMESTAMPTZ(3),
    "interval" INTEGER NOT NULL DEFAULT 5,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SignInRequest_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "SignInRequest_codeHash_key" ON "SignInRequest"("codeHash");

-- CreateIndex
CREATE INDEX "SignInRequest_expiresAt_idx" ON "SignInRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInRequest_address_idx" ON "SignInRequest"("address");

-- AddForeignKey
ALTER TABLE "SignInRequest" ADD CONSTRAINT "SignInRequest_accountId_personId_fkey" FOREIGN KEY ("accountId", "personId") REFERENCES "Member"("accountId", "personId") ON DELETE CASCADE ON UPDATE CASCADE;
