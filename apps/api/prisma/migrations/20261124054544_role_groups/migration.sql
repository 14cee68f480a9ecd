-- AlterTable
ALTER TABLE "AccessToken" ADD COLUMN     "groupIds" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Invitation" ADD COLUMN     "groupIds" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "groupIds" TEXT[] DEFAULT ARRAY[]::TEXT[];
