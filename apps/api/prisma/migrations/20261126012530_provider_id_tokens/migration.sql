-- AlterTable
ALTER TABLE "ProviderSession" ADD COLUMN     "idToken" BYTEA;
