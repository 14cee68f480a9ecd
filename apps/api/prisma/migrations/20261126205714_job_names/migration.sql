-- CreateIndex
CREATE INDEX "Job_accountId_name_id_idx" ON "Job"("accountId", "name", "id" NULLS FIRST);
