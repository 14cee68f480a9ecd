import type { ClientBase } from 'pg';
import { prepared } from '../database/prepared';
import { transact } from '../database/transaction';
import { findDevices, type Targets } from '../jobs/targets';
import type { Service } from '../service';
import { recordEnded } from '../webhooks/happenings';
import { announceRuns, type DeviceRun } from './announce';

/** Which runs to stop; all conditions hold together. */
export interface StopScope {
  accountId: string;
  deviceIds?: string[];
  scriptId?: string;
  jobId?: string;
  runId?: string;
}

/**
 * Cancels what no device has had, and stops what one may have. A run that was offered to its device is `stopping`, not
 * canceled, until the device says what became of it: it may have started already. Repeating it changes nothing.
 */
export async function stopRuns(service: Service, scope: StopScope): Promise<void> {
  const stop: StopWhere = {
    where: `"accountId" = $2 AND ($3::text[] IS NULL OR "deviceId" = ANY($3)) AND ($4::text IS NULL OR "scriptId" = $4)
            AND ($5::text IS NULL OR "jobId" = $5) AND ($6::text IS NULL OR id = $6)`,
    values: [
      'stopped on request',
      ...[scope.accountId, scope.deviceIds ?? null, scope.scriptId ?? null],
      ...[scope.jobId ?? null, scope.runId ?? null],
    ],
  };
  const stopped = await transact(service.pool, (client) => stopWhere(client, stop));
  announceRuns(service, stopped);
}

/** Stops a script, or all of them, on the devices that a request names; where it does not run, nothing happens. */
export async function stopOnDevices(
  service: Service,
  { accountId, scriptId }: { accountId: string; scriptId?: string },
  targets: Targets,
): Promise<void> {
  const devices = await findDevices(service.pool, { accountId, targets });
  await stopRuns(service, { accountId, deviceIds: devices.map(({ id }) => id), scriptId });
}

interface StopWhere {
  /** Condition on "Run"; $1 is the reason, so its own parameters begin with $2. */
  where: string;
  values: [reason: string, ...unknown[]];
  /** No device will report any more: what runs is given up, and its end is not known. */
  isDeviceGone?: boolean;
}

/** The one statement that stops runs; what ends by it is recorded with it, and not tried again. */
export async function stopWhere(
  client: ClientBase,
  { where, values, isDeviceGone = false }: StopWhere,
): Promise<DeviceRun[]> {
  const isUnseen = `state = 'queued' AND "offeredAt" IS NULL`;
  const text = `
     UPDATE "Run" SET
       state = (CASE WHEN ${isUnseen} THEN 'canceled' ELSE '${isDeviceGone ? 'lost' : 'stopping'}' END)::"RunState",
       "finishedAt" = CASE WHEN ${isDeviceGone} OR (${isUnseen}) THEN now() END,
       reason = $1, "retriesLeft" = 0
     WHERE "finishedAt" IS NULL AND (${isDeviceGone} OR state <> 'stopping') AND ${where}
     RETURNING id, state, "deviceId"`;
  const { rows } = await client.query<DeviceRun>(prepared({ text, values }));
  await recordEnded(client, rows);
  return rows;
}
