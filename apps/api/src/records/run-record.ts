import { readReason, type Run } from '@drover/contract';
import type { Run as Row } from '../database/client/client';

export function toRun(row: Row): Run {
  return {
    _id: row.id,
    jobId: row.jobId,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    scriptId: row.scriptId,
    state: row.state,
    reason: row.reason,
    reasonCode: (row.reason && readReason(row.reason)?.code) || null,
    exitCode: row.exitCode,
    signal: row.signal,
    failedStep: row.failedStep,
    wave: row.wave,
    attempt: row.attempt,
    retryOf: row.retryOf,
    isRetried: row.isRetried,
    isHeld: row.isHeld,
    heldUntil: row.isHeld && row.attempt > 1 ? row.deliverBy.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    deliverBy: row.isHeld ? null : row.deliverBy.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    progress: row.progress === null ? null : { value: row.progress, text: row.progressText },
    hasResult: row.hasResult,
  };
}
