-- CreateTable
CREATE TABLE "RequestCount" (
    "accountId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,

    CONSTRAINT "RequestCount_pkey" PRIMARY KEY ("accountId","month")
);

-- AddForeignKey
ALTER TABLE "RequestCount" ADD CONSTRAINT "RequestCount_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
