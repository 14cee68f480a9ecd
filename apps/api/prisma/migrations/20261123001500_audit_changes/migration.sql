-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "changes" JSON NOT NULL DEFAULT '[]',
ADD COLUMN     "targetCount" INTEGER,
ADD COLUMN     "targetName" TEXT,
ADD COLUMN     "tokenKind" "TokenKind",
ADD COLUMN     "tokenName" TEXT;
