-- AlterTable
ALTER TABLE "Devscript" ADD COLUMN     "description" VARCHAR(2000) NOT NULL DEFAULT '',
ADD COLUMN     "slug" VARCHAR(5);

-- AlterTable
ALTER TABLE "Script" ADD COLUMN     "description" VARCHAR(2000) NOT NULL DEFAULT '',
ALTER COLUMN "slug" SET DATA TYPE VARCHAR(5);

-- CreateIndex
CREATE UNIQUE INDEX "Devscript_slug_key" ON "Devscript"("slug");
