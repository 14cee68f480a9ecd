-- CreateIndex
CREATE INDEX "DirectoryUser_pending_accountId_id_idx" ON "DirectoryUser"("accountId", "id") WHERE ("isActive" AND "personId" IS NULL);
