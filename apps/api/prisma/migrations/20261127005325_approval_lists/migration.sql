-- As the indexes of other lists: see database/history.ts.
DROP INDEX "Approval_accountId_id_idx";
CREATE INDEX "Approval_accountId_id_idx" ON "Approval"("accountId", "id" NULLS FIRST);

DROP INDEX "Approval_accountId_askedById_id_idx";
CREATE INDEX "Approval_accountId_askedById_id_idx" ON "Approval"("accountId", "askedById", "id" NULLS FIRST);

DROP INDEX "Approval_accountId_state_id_idx";
CREATE INDEX "Approval_accountId_state_id_idx" ON "Approval"("accountId", "state", "id" NULLS FIRST);

-- Requests of tokens of workspaces
CREATE INDEX "Approval_token_accountId_id_idx" ON "Approval"("accountId", "askedByTokenId", "id" NULLS FIRST) WHERE ("askedById" IS NULL);
