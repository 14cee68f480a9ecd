-- CreateEnum
CREATE TYPE "Overlap" AS ENUM ('skip', 'replace', 'queue');

-- CreateEnum
CREATE TYPE "MissedPolicy" AS ENUM ('run_once', 'skip');

-- CreateEnum
CREATE TYPE "OccurrenceState" AS ENUM ('waiting', 'started', 'skipped', 'missed', 'failed');

-- CreateTable
CREATE TABLE "Schedule" (
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "name" VARCHAR(64) NOT NULL,
    "cron" VARCHAR(128),
    "timeZone" VARCHAR(128),
    "at" TIMESTAMPTZ(3),
    "everyMinutes" INTEGER,
    "anchorAt" TIMESTAMPTZ(3) NOT NULL,
    "job" JSON NOT NULL,
    "scriptId" TEXT,
    "overlap" "Overlap" NOT NULL,
    "missed" "MissedPolicy" NOT NULL,
    "isPaused" BOOLEAN NOT NULL DEFAULT false,
    "nextAt" TIMESTAMPTZ(3),
    "lastJobId" TEXT,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ScheduleOccurrence" (
    "id" TEXT NOT NULL,
    "scheduleId" TEXT NOT NULL,
    "dueAt" TIMESTAMPTZ(3),
    "state" "OccurrenceState" NOT NULL,
    "reason" TEXT,
    "jobId" TEXT,
    "startedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ScheduleOccurrence_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Schedule_accountId_id_idx" ON "Schedule"("accountId", "id" DESC);

-- CreateIndex
CREATE INDEX "Schedule_nextAt_idx" ON "Schedule"("nextAt");

-- CreateIndex
CREATE INDEX "ScheduleOccurrence_scheduleId_id_idx" ON "ScheduleOccurrence"("scheduleId", "id" DESC);

-- CreateIndex
CREATE INDEX "ScheduleOccurrence_state_scheduleId_idx" ON "ScheduleOccurrence"("state", "scheduleId");

-- CreateIndex
CREATE UNIQUE INDEX "ScheduleOccurrence_scheduleId_dueAt_key" ON "ScheduleOccurrence"("scheduleId", "dueAt");

-- AddForeignKey
ALTER TABLE "Schedule" ADD CONSTRAINT "Schedule_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ScheduleOccurrence" ADD CONSTRAINT "ScheduleOccurrence_scheduleId_fkey" FOREIGN KEY ("scheduleId") REFERENCES "Schedule"("id") ON DELETE CASCADE ON UPDATE CASCADE;
