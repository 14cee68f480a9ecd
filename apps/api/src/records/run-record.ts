import { readReason, type Run } from '@drover/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Run as Row } from '../database/client/client';
import { isVariantOfRun } from './run-variant';

type Pinned = Run['pinned'];

/** The pinned branch or tag of the run `r`. A run that has none costs no look-up. */
export const pinnedOfRun: RawBuilder<Pinned> = sql<Pinned>`CASE WHEN r.variant IS NOT NULL THEN (
  SELECT json_build_object('ref', k.ref, 'revision', k.revision) FROM "JobVariant" k WHERE ${isVariantOfRun}) END`;

export function toRun(row: Row & { pinned: Pinned }): Run {
  return {
    _id: row.id,
    jobId: row.jobId,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    scriptId: row.scriptId,
    pinned: row.pinned,
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
