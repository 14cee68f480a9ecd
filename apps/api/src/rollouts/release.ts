import type { ClientBase } from 'pg';
import type { DeviceRun } from '../runs/announce';
import { stopWhere } from '../runs/stop';

interface Held {
  /** Condition on "Run" r and its "Job" j. */
  where: string;
  values: unknown[];
}

interface Row extends DeviceRun {
  jobId: string;
  scriptId: string | null;
}

/**
 * Lets held runs go to their devices: their time for delivery begins. Only now do they replace what runs there of the
 * same script, as far as that was asked for earlier; what was asked for later has replaced them already. Gives those
 * that were held, and those that gave way to them.
 */
export async function releaseRuns(client: ClientBase, { where, values }: Held): Promise<DeviceRun[]> {
  const { rows } = await client.query<Row>(
    `UPDATE "Run" r SET "isHeld" = false, "releasedAt" = now(),
       "deliverBy" = now() + make_interval(secs => j."deliverWithin")
     FROM "Job" j WHERE j.id = r."jobId" AND r."finishedAt" IS NULL AND r."isHeld" AND ${where}
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
