-- CreateEnum
CREATE TYPE "RolloutState" AS ENUM ('running', 'paused', 'stopped', 'aborted', 'finished');

-- CreateEnum
CREATE TYPE "WaveState" AS ENUM ('waiting', 'running', 'passed', 'failed', 'canceled');

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "deliverWithin" INTEGER,
ADD COLUMN     "rerunOf" TEXT,
ADD COLUMN     "retryAttempts" INTEGER,
ADD COLUMN     "retryDelaySeconds" INTEGER;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "isHeld" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "isRetried" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "releasedAt" TIMESTAMPTZ(3),
ADD COLUMN     "retriesLeft" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "retryOf" TEXT,
ADD COLUMN     "wave" INTEGER;

-- CreateTable
CREATE TABLE "Rollout" (
    "jobId" TEXT NOT NULL,
    "state" "RolloutState" NOT NULL DEFAULT 'running',
    "reason" TEXT,
    "devices" INTEGER NOT NULL,
    "perMinute" INTEGER,
    "stopAfterFailedPercent" INTEGER,
    "shares" INTEGER[],
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "releasedSince" INTEGER NOT NULL DEFAULT 0,
    "codeUpdatedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Rollout_pkey" PRIMARY KEY ("jobId")
);

-- CreateTable
CREATE TABLE "RolloutWave" (
    "jobId" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "devices" INTEGER NOT NULL,
    "state" "WaveState" NOT NULL DEFAULT 'waiting',
    "reason" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RolloutWave_pkey" PRIMARY KEY ("jobId","n")
);

-- CreateIndex
CREATE INDEX "Rollout_state_idx" ON "Rollout"("state");

-- AddForeignKey
ALTER TABLE "Rollout" ADD CONSTRAINT "Rollout_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RolloutWave" ADD CONSTRAINT "RolloutWave_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Rollout"("jobId") ON DELETE CASCADE ON UPDATE CASCADE;
