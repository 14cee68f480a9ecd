-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "isSingleSignOnRequired" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "ProviderSession" ADD COLUMN     "accountId" TEXT;
