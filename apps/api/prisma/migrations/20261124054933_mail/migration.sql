-- CreateEnum
CREATE TYPE "MailState" AS ENUM ('pending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "MailKind" AS ENUM ('invitation', 'passwordReset', 'passwordChanged', 'secondFactorChanged', 'newSession');

-- AlterTable
ALTER TABLE "Invitation" ADD COLUMN     "email" VARCHAR(254);

-- AlterTable
ALTER TABLE "Person" ADD COLUMN     "language" TEXT;

-- CreateTable
CREATE TABLE "PasswordReset" (
    "hash" TEXT NOT NULL,
    "personId" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "InvitationLink" (
    "hash" TEXT NOT NULL,
    "invitationId" TEXT NOT NULL,

    CONSTRAINT "InvitationLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL,
    "kind" "MailKind" NOT NULL,
    "recipient" VARCHAR(254) NOT NULL,
    "language" TEXT,
    "details" JSON NOT NULL DEFAULT '{}',
    "invitationId" TEXT,
    "state" "MailState" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),
    "error" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PasswordReset_personId_idx" ON "PasswordReset"("personId");

-- CreateIndex
CREATE INDEX "PasswordReset_expiresAt_idx" ON "PasswordReset"("expiresAt");

-- CreateIndex
CREATE INDEX "InvitationLink_invitationId_idx" ON "InvitationLink"("invitationId");

-- CreateIndex
CREATE INDEX "Mail_nextAttemptAt_idx" ON "Mail"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "Mail_invitationId_id_idx" ON "Mail"("invitationId", "id" DESC);

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_personId_fkey" FOREIGN KEY ("personId") REFERENCES "Person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvitationLink" ADD CONSTRAINT "InvitationLink_invitationId_fkey" FOREIGN KEY ("invitationId") REFERENCES "Invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_invitationId_fkey" FOREIGN KEY ("invitationId") REFERENCES "Invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
