-- CreateIndex
CREATE INDEX "Content_storedAt_idx" ON "Content"("storedAt");

-- CreateIndex
CREATE INDEX "ScriptVersion_codeSha256_idx" ON "ScriptVersion"("codeSha256");

-- CreateIndex
CREATE INDEX "ScriptVersion_configSha256_idx" ON "ScriptVersion"("configSha256");
