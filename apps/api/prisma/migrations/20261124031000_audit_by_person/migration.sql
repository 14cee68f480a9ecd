-- CreateIndex
CREATE INDEX "AuditEntry_accountId_personId_id_idx" ON "AuditEntry"("accountId", "personId", "id" NULLS FIRST);
