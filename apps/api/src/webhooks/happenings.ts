import type { WebhookEventType } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { ChangedRun, NewMessage } from '../bus/bus';
import { Prisma, type Message, type Run } from '../database/client/client';
import { selectDevices, toDevice, type DeviceRow } from '../devices/device-record';
import { selectJobs, toJob, type JobRow } from '../jobs/job-record';
import { toMessage } from '../messages/message-record';
import { toRun } from '../runs/run-record';
import { isOpen } from '../runs/run-states';
import { selectOccurrences, toOccurrence, type OccurrenceRow } from '../schedules/occurrence-record';
import { isHeard, namesOf, recordEvents } from './outbox';

/**
 * Runs that may have ended, and the jobs whose last run that was. One statement where nobody listens. A `lost` run that
 * a late result settles ends a second time; its job does not.
 */
export async function recordEnded(client: ClientBase, changed: ChangedRun[]): Promise<void> {
  const ended = changed.filter(({ state }) => !isOpen(state)).map(({ id }) => id);
  if (ended.length === 0) return;
  const { rows } = await client.query<Run>(
    `SELECT r.* FROM "Run" r WHERE r.id = ANY($1) AND ${isHeard('r."accountId"', '$2')}`,
    [ended, namesOf('run.finished', 'job.finished')],
  );
  if (rows.length === 0) return;
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type: 'run.finished', data: toRun(row) })),
  );
  await recordEndedJobs(client, [...new Set(rows.map(({ jobId }) => jobId))]);
}

/** Of two nodes that end the last two runs of a job at once, the second waits here, and then sees what the first did. */
async function recordEndedJobs(client: ClientBase, jobIds: string[]): Promise<void> {
  const held = await client.query<{ id: string }>(
    `SELECT j.id FROM "Job" j WHERE j.id = ANY($1) AND j."endToldAt" IS NULL AND ${isHeard('j."accountId"', '$2')}
     ORDER BY j.id FOR NO KEY UPDATE OF j`,
    [jobIds, namesOf('job.finished')],
  );
  if (held.rows.length === 0) return;
  const ended = await client.query<{ id: string }>(
    `UPDATE "Job" j SET "endToldAt" = now() WHERE j.id = ANY($1) AND j."endToldAt" IS NULL
       AND NOT EXISTS (SELECT FROM "Run" WHERE "jobId" = j.id AND "finishedAt" IS NULL)
     RETURNING j.id`,
    [held.rows.map(({ id }) => id)],
  );
  if (ended.rows.length === 0) return;
  const ids = ended.rows.map(({ id }) => id);
  const { rows } = await client.query<JobRow>(Prisma.sql`${selectJobs} WHERE j.id = ANY(${ids})`);
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type: 'job.finished', data: toJob(row) })),
  );
}

/** Devices that came or went. */
export async function recordPresence(
  client: ClientBase,
  type: Extract<WebhookEventType, 'device.online' | 'device.offline'>,
  deviceIds: string[],
): Promise<void> {
  if (deviceIds.length === 0) return;
  const heard = Prisma.raw(isHeard('d."accountId"', `ARRAY['all', '${type}']`));
  const { rows } = await client.query<DeviceRow>(
    Prisma.sql`${selectDevices} WHERE d.id = ANY(${deviceIds}) AND ${heard}`,
  );
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type, data: toDevice(row) })),
  );
}

/** Messages that came into inboxes. */
export async function recordMessages(
  client: ClientBase,
  messages: Pick<NewMessage, 'messageId'>[],
): Promise<void> {
  if (messages.length === 0) return;
  const { rows } = await client.query<Message>(
    `SELECT m.* FROM "Message" m WHERE m.id = ANY($1) AND ${isHeard('m."accountId"', '$2')}`,
    [messages.map(({ messageId }) => messageId), namesOf('message.created')],
  );
  await recordEvents(
    client,
    rows.map((row) => ({ accountId: row.accountId, type: 'message.created', data: toMessage(row) })),
  );
}

/** Occurrences of schedules that did not start: missed, skipped or failed. */
export async function recordMissed(client: ClientBase, occurrenceIds: string[]): Promise<void> {
  if (occurrenceIds.length === 0) return;
  const heard = Prisma.raw(isHeard('s."accountId"', `ARRAY['all', 'schedule.missed']`));
  const { rows } = await client.query<OccurrenceRow & { accountId: string }>(
    Prisma.sql`SELECT o.*, s."accountId" FROM (${selectOccurrences} WHERE o.id = ANY(${occurrenceIds})) o
               JOIN "Schedule" s ON s.id = o."scheduleId" WHERE ${heard} ORDER BY o.id`,
  );
  await recordEvents(
    client,
    rows.map((row) => ({
      accountId: row.accountId,
      type: 'schedule.missed',
      data: { scheduleId: row.scheduleId, ...toOccurrence(row) },
    })),
  );
}
