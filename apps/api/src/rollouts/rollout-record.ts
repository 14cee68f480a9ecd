import type { Rollout, RunCounts, Wave } from '@drover/contract';
import { Prisma, type Rollout as Row, type RolloutWave } from '../database/client/client';
import { allCounts } from '../runs/run-record';
import { failedStates } from '../runs/run-states';
import { failedPercent } from './waves';

/** Times as the database writes them into JSON. */
type Json<Record> = {
  [Key in keyof Record]: Date extends Record[Key] ? string | Exclude<Record[Key], Date> : Record[Key];
};

/** A roll-out with its waves, as one value of a statement. */
export interface RolloutJson extends Json<Omit<Row, 'since'>> {
  released: number;
  waves: (Json<RolloutWave> & { counts: Partial<RunCounts> | null })[] | null;
}

/** The roll-out of "Job" j, or null. Of a device's attempts the last counts. */
export const selectRollout = Prisma.sql`(
  SELECT json_build_object(
    'state', o.state, 'reason', o.reason, 'devices', o.devices, 'perMinute', o."perMinute",
    'stopAfterFailedPercent', o."stopAfterFailedPercent", 'codeUpdatedAt', o."codeUpdatedAt",
    'released', (SELECT count(*) FROM "Run" WHERE "jobId" = o."jobId" AND attempt = 1 AND "releasedAt" IS NOT NULL),
    'waves', (
      SELECT json_agg(json_build_object(
        'n', w.n, 'devices', w.devices, 'state', w.state, 'reason', w.reason, 'counts', counted.counts,
        'startedAt', w."startedAt", 'finishedAt', w."finishedAt") ORDER BY w.n)
      FROM "RolloutWave" w
      LEFT JOIN (
        SELECT wave, json_object_agg(state, runs) AS counts FROM (
          SELECT wave, state, count(*) AS runs FROM "Run"
          WHERE "jobId" = o."jobId" AND NOT "isRetried" GROUP BY wave, state
        ) AS each GROUP BY wave
      ) AS counted ON counted.wave = w.n
      WHERE w."jobId" = o."jobId"))
  FROM "Rollout" o WHERE o."jobId" = j.id)`;

export function toRollout({ state, reason, waves, ...rollout }: RolloutJson): Rollout {
  return {
    state,
    reason,
    perMinute: rollout.perMinute,
    stopAfterFailedPercent: rollout.stopAfterFailedPercent,
    devices: rollout.devices,
    released: rollout.released,
    codeUpdatedAt: toTime(rollout.codeUpdatedAt),
    waves: (waves ?? []).map(toWave),
  };
}

function toWave({ n, devices, state, reason, ...wave }: NonNullable<RolloutJson['waves']>[number]): Wave {
  const counts = allCounts(wave.counts);
  const failed = failedStates.reduce((sum, each) => sum + counts[each], 0);
  return {
    n,
    devices,
    state,
    reason,
    failedPercent: failedPercent({ succeeded: counts.succeeded, failed }),
    counts,
    startedAt: toTime(wave.startedAt),
    finishedAt: toTime(wave.finishedAt),
  };
}

function toTime(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
