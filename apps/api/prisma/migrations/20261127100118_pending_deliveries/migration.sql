-- Most deliveries are not pending. A collation of its own makes an index the only one for statements that name it: see
-- features/webhooks/claim.ts.
DROP INDEX "WebhookDelivery_nextAttemptAt_idx";
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery"("nextAttemptAt") WHERE ("nextAttemptAt" IS NOT NULL);

DROP INDEX "WebhookDelivery_webhookId_nextAttemptAt_idx";
CREATE INDEX "WebhookDelivery_webhookId_nextAttemptAt_idx" ON "WebhookDelivery"("webhookId" COLLATE "C", "nextAttemptAt") WHERE ("nextAttemptAt" IS NOT NULL);

-- Deliveries that are sent though their webhook is disabled
CREATE INDEX "WebhookDelivery_test_webhookId_nextAttemptAt_idx" ON "WebhookDelivery"("webhookId" COLLATE "C", "nextAttemptAt") WHERE ("nextAttemptAt" IS NOT NULL AND type = 'webhook.test');
