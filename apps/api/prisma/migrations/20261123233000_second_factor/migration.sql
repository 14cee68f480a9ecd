-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "address" TEXT,
ADD COLUMN     "hasSecondFactor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "isSecondFactorRequired" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Person" ADD COLUMN     "secondFactorAt" TIMESTAMPTZ(3),
ADD COLUMN     "totpDraft" BYTEA,
ADD COLUMN     "totpSecret" BYTEA,
ADD COLUMN     "totpStep" INTEGER,
ADD COLUMN     "wrongCodes" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "personId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("personId","hash")
);

-- CreateTable
CREATE TABLE "SignInAttempts" (
    "key" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "lockedUntil" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInAttempts_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "SignInAttempts_expiresAt_idx" ON "SignInAttempts"("expiresAt");

-- CreateIndex
CREATE INDEX "AccessToken_personId_idx" ON "AccessToken"("personId");

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;
