-- CreateTable
CREATE TABLE "Installation" (
    "row" INTEGER NOT NULL DEFAULT 1,
    "id" TEXT NOT NULL,

    CONSTRAINT "Installation_pkey" PRIMARY KEY ("row")
);
