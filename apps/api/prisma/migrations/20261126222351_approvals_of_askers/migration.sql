-- CreateIndex
CREATE INDEX "Approval_accountId_askedById_id_idx" ON "Approval"("accountId", "askedById", "id" DESC);
