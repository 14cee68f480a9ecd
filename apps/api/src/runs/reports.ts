import { OPEN_RUN_STATES, type Accepted, type Finished, type Started } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../bus/bus';
import { idArray, timeArray } from '../database/arrays';
import type { Report } from '../link/report';
import type { EndedRun } from '../rollouts/retries';
import { sqlList } from './run-states';

/** The device has the run: it will not expire. */
export async function recordAccepted(client: ClientBase, reports: Report<Accepted>[]): Promise<void> {
  if (reports.length === 0) return;
  await client.query(
    `UPDATE "Run" r SET "acceptedAt" = now()
     FROM unnest($1::text[], $2::text[]) AS v ("runId", "deviceId")
     WHERE r.id = v."runId" AND r."deviceId" = v."deviceId" AND r."acceptedAt" IS NULL`,
    ownRuns(reports),
  );
}

/** A run that started, and how long that took from the request, or from when its turn had come. */
export interface StartedRun extends ChangedRun {
  waitedSeconds: number;
}

/** queued → running; a run that is to be stopped keeps waiting for its end. */
export async function recordStarted(client: ClientBase, reports: Report<Started>[]): Promise<StartedRun[]> {
  if (reports.length === 0) return [];
  const { rows } = await client.query<StartedRun>(
    `UPDATE "Run" r SET
       state = CASE WHEN r.state = 'queued' THEN 'running' ELSE r.state END,
       "startedAt" = v.at, "acceptedAt" = COALESCE(r."acceptedAt", now())
     FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS v ("runId", "deviceId", at)
     WHERE r.id = v."runId" AND r."deviceId" = v."deviceId" AND r."startedAt" IS NULL
       AND r.state IN ('queued', 'stopping', 'lost')
     RETURNING r.id, r.state, extract(epoch FROM clock_timestamp() - COALESCE(r."releasedAt", r."createdAt"))::float AS "waitedSeconds"`,
    [...ownRuns(reports), timeArray(reports.map(({ frame, time }) => time(frame.at)))],
  );
  return rows;
}

/** States that a result settles. */
const settleable = sqlList([...OPEN_RUN_STATES, 'lost']);

/** The run has ended. No terminal state changes but `lost`, which a late result settles. */
export async function recordFinished(client: ClientBase, reports: Report<Finished>[]): Promise<EndedRun[]> {
  if (reports.length === 0) return [];
  const column = <Value>(value: (frame: Finished) => Value) => reports.map(({ frame }) => value(frame));
  const { rows } = await client.query<EndedRun>(
    `UPDATE "Run" r SET
       state = v.state::"RunState",
       reason = CASE WHEN r.state = 'stopping' AND v.state IN ('stopped', 'canceled') THEN r.reason ELSE v.reason END,
       "exitCode" = v."exitCode", signal = v.signal,
       "startedAt" = COALESCE(r."startedAt", v."startedAt"), "finishedAt" = v.at,
       "retriesLeft" = CASE WHEN v.state = 'lost' THEN 0 ELSE r."retriesLeft" END
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[], $7::timestamptz[],
                 $8::timestamptz[])
       AS v ("runId", "deviceId", state, reason, "exitCode", signal, "startedAt", at)
     WHERE r.id = v."runId" AND r."deviceId" = v."deviceId" AND r.state IN ${settleable}
       AND NOT (r.state = 'lost' AND v.state = 'lost')
     RETURNING r.id, r.state, r."retriesLeft"`,
    [
      ...ownRuns(reports),
      ...[column((frame) => frame.state), column((frame) => frame.reason?.replaceAll('\0', '') ?? null)],
      ...[
        column((frame) => frame.exitCode ?? null),
        column((frame) => frame.signal?.replaceAll('\0', '') ?? null),
      ],
      timeArray(
        reports.map(({ frame, time }) => (frame.startedAt === undefined ? null : time(frame.startedAt))),
      ),
      timeArray(reports.map(({ frame, time }) => time(frame.at))),
    ],
  );
  return rows;
}

function ownRuns(reports: Report<Accepted | Started | Finished>[]): [runIds: string, deviceIds: string] {
  return [idArray(reports.map(({ frame }) => frame.runId)), idArray(reports.map(({ deviceId }) => deviceId))];
}
