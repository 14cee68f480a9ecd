-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "hasProviderFactor" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Identity" (
    "id" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "email" TEXT,
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderSignIn" (
    "hash" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "codeVerifier" TEXT NOT NULL,
    "personId" TEXT,
    "verified" JSONB,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProviderSignIn_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "ProviderSession" (
    "tokenId" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "sid" TEXT,

    CONSTRAINT "ProviderSession_pkey" PRIMARY KEY ("tokenId")
);

-- CreateTable
CREATE TABLE "UsedLogoutToken" (
    "hash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsedLogoutToken_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "Identity_personId_idx" ON "Identity"("personId");

-- CreateIndex
CREATE UNIQUE INDEX "Identity_issuer_subject_key" ON "Identity"("issuer", "subject");

-- CreateIndex
CREATE INDEX "ProviderSignIn_expiresAt_idx" ON "ProviderSignIn"("expiresAt");

-- CreateIndex
CREATE INDEX "ProviderSession_issuer_subject_idx" ON "ProviderSession"("issuer", "subject");

-- CreateIndex
CREATE INDEX "ProviderSession_issuer_sid_idx" ON "ProviderSession"("issuer", "sid");

-- CreateIndex
CREATE INDEX "UsedLogoutToken_expiresAt_idx" ON "UsedLogoutToken"("expiresAt");

-- AddForeignKey
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderSession" ADD CONSTRAINT "ProviderSession_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "AccessToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;
