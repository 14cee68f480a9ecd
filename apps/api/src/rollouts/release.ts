import type { ClientBase } from 'pg';
import type { ChangedRun } from '../bus/bus';
import { publishRuns } from '../events/publish';
import { wakeDevices } from '../link/wake';
import { stopWhere } from '../runs/stop';
import type { Service } from '../service';

/** A run that was held until now, or that gave way to it. */
export interface ReleasedRun extends ChangedRun {
  deviceId: string;
}

interface Held {
  /** Condition on "Run" r and its "Job" j. */
  where: string;
  values: unknown[];
}

interface Row extends ReleasedRun {
  jobId: string;
  scriptId: string | null;
}

/**
 * Lets held runs go to their devices: their time for delivery begins. Only now do they replace what runs there of the
 * same script, as far as that was asked for earlier; what was asked for later has replaced them already.
 */
export async function releaseRuns(client: ClientBase, { where, values }: Held): Promise<ReleasedRun[]> {
  const { rows } = await client.query<Row>(
    `UPDATE "Run" r SET "isHeld" = false, "releasedAt" = now(),
       "deliverBy" = now() + make_interval(secs => j."deliverWithin")
     FROM "Job" j WHERE j.id = r."jobId" AND r.state = 'queued' AND r."isHeld" AND ${where}
     RETURNING r.id, r.state, r."deviceId", r."jobId", r."scriptId"`,
    values,
  );
  const kept = rows.filter(({ scriptId }) => scriptId !== null);
  if (kept.length === 0) return rows;
  const replaced = await stopWhere(client, {
    where: `EXISTS (
      SELECT FROM unnest($2::text[], $3::text[], $4::text[]) AS released ("deviceId", "scriptId", "jobId")
      WHERE released."deviceId" = "Run"."deviceId" AND released."scriptId" = "Run"."scriptId"
        AND "Run"."jobId" < released."jobId") AND "deviceId" = ANY($2)`,
    values: [
      'replaced',
      ...[kept.map(({ deviceId }) => deviceId), kept.map(({ scriptId }) => scriptId)],
      kept.map(({ jobId }) => jobId),
    ],
  });
  return [...replaced, ...rows];
}

/** Tells of runs that were released. To be called after the commit. */
export function publishReleased(service: Service, runs: ReleasedRun[]): void {
  wakeDevices(service, [...new Set(runs.map(({ deviceId }) => deviceId))]);
  publishRuns(service, runs);
}
