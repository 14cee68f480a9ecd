-- Columns get standard names. Servers of the release before cannot work on this schema: stop them first.
ALTER TABLE "Content" RENAME COLUMN "keptAt" TO "storedAt";
ALTER TABLE "Job" RENAME COLUMN "endToldAt" TO "finishedEventAt";
ALTER TABLE "Message" RENAME COLUMN "frameN" TO "frameNumber";
ALTER INDEX "Message_deviceId_frameN_key" RENAME TO "Message_deviceId_frameNumber_key";
ALTER TABLE "Rollout" RENAME COLUMN "since" TO "windowStartedAt";
ALTER TABLE "Rollout" RENAME COLUMN "releasedSince" TO "releasedInWindow";
ALTER TABLE "Run" RENAME COLUMN "offeredAt" TO "sentAt";
ALTER TABLE "WebhookDelivery" RENAME COLUMN "answer" TO "response";
