import { LINK_LIMITS, type MessageOrder, type RunOrder, type ServerFrame, type Stop } from '@drover/contract';
import { openStates } from '../runs/run-states';
import type { Service } from '../service';
import { loadJobs, type DeliverableJob } from './orders';
import { fillInSecrets, refuseRuns } from './secret-orders';

/** A device that is connected here. */
export interface Recipient {
  readonly deviceId: string;
  readonly linkId: string;
  /** What was sent on this link and needs not be sent again. */
  readonly sent: Set<string>;
  isCongested(): boolean;
  send(frame: ServerFrame): void;
}

/** Sends connected devices what waits for them: runs to stop, runs to start, messages. */
export async function deliver(service: Service, recipients: Recipient[]): Promise<void> {
  const ready = recipients.filter((recipient) => !recipient.isCongested());
  if (ready.length === 0) return;
  const byDevice = new Map(ready.map((recipient) => [recipient.deviceId, recipient]));
  const deviceIds = [...byDevice.keys()];
  const frames = [
    ...(await findStops(service, deviceIds)),
    ...(await offerRuns(service, ready)),
    ...(await findMessages(service, deviceIds)),
  ];
  for (const { deviceId, frame } of frames) {
    const recipient = byDevice.get(deviceId);
    const id = frame.type === 'message' ? frame.messageId : `${frame.type} ${frame.runId}`;
    if (!recipient || recipient.sent.has(id)) continue;
    if (frame.type !== 'run') recipient.sent.add(id);
    recipient.send(frame);
  }
}

interface Addressed<Frame> {
  deviceId: string;
  frame: Frame;
}

async function findStops({ pool }: Service, deviceIds: string[]): Promise<Addressed<Stop>[]> {
  const { rows } = await pool.query<{ id: string; deviceId: string; reason: string | null }>(
    `SELECT id, "deviceId", reason FROM "Run" WHERE "deviceId" = ANY($1) AND state = 'stopping'`,
    [deviceIds],
  );
  return rows.map(({ id, deviceId, reason }) => ({
    deviceId,
    frame: { type: 'stop', runId: id, reason: reason ?? undefined },
  }));
}

/** How long a device may be silent about a run that it was sent, before it is sent again. */
const repeatSeconds = 30;

interface Offer {
  id: string;
  jobId: string;
  deviceId: string;
  robotName: string;
}

/**
 * Marks runs as offered before they are sent: from then on only the device can say what became of them. A device that
 * does not say that it has one is sent it again, as it may be that nothing was sent after the mark. A device gets
 * no more than it may hold, its oldest first; a link that was taken over gets nothing. The ids are an array so that the
 * plan does not depend on statistics, which a fresh database lacks.
 */
async function offerRuns(service: Service, recipients: Recipient[]): Promise<Addressed<RunOrder>[]> {
  const { rows } = await service.pool.query<Offer>(
    `UPDATE "Run" r SET "offeredAt" = now() FROM "Device" d
     WHERE r.id = ANY (ARRAY(
         SELECT id FROM (
           SELECT id, state, "offeredAt", "acceptedAt", "deliverBy", row_number() OVER (PARTITION BY "deviceId" ORDER BY id) AS place
           FROM "Run" WHERE "deviceId" = ANY($1) AND state IN ${openStates} AND NOT "isHeld"
         ) held
         WHERE place <= $2 AND state = 'queued' AND "acceptedAt" IS NULL AND "deliverBy" > now()
       ))
       AND r.state = 'queued' AND r."acceptedAt" IS NULL
       AND (r."offeredAt" IS NULL OR r."offeredAt" < now() - make_interval(secs => $4)) AND d.id = r."deviceId" AND d."linkId" = ANY($3)
     RETURNING r.id, r."jobId", r."deviceId", d.name AS "robotName"`,
    [
      ...[recipients.map(({ deviceId }) => deviceId), LINK_LIMITS.runs],
      ...[recipients.map(({ linkId }) => linkId), repeatSeconds],
    ],
  );
  const jobs = await loadJobs(service, [...new Set(rows.map(({ jobId }) => jobId))]);
  await fillInSecrets(service, [...jobs.values()]);
  const offers = rows
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((offer) => {
      const job = jobs.get(offer.jobId);
      return job ? [{ ...offer, job }] : [];
    });
  await refuse(service, offers);
  return offers
    .filter(({ job }) => job.refusal === undefined)
    .map((offer) => {
      service.masks.remember(offer.id, offer.job.secretValues ?? []);
      return { deviceId: offer.deviceId, frame: toOrder(offer, offer.job) };
    });
}

/** What was sent from here before may be under way: it is not sent again, and the device says what became of it. */
async function refuse(service: Service, offers: (Offer & { job: DeliverableJob })[]): Promise<void> {
  const refused = offers.filter(({ id, job }) => job.refusal !== undefined && !service.masks.has(id));
  await refuseRuns(
    service,
    refused.map(({ id, deviceId, job }) => ({ runId: id, deviceId, reason: job.refusal ?? '' })),
  );
}

function toOrder({ id, jobId, deviceId, robotName }: Offer, job: DeliverableJob): RunOrder {
  return {
    type: 'run',
    runId: id,
    jobId,
    robotName,
    ...job.order,
    env: { ...job.order.env, ROBOT_ID: deviceId },
    hasSecrets: job.secretNames.length > 0 || undefined,
  };
}

async function findMessages({ pool }: Service, deviceIds: string[]): Promise<Addressed<MessageOrder>[]> {
  const { rows } = await pool.query<{ id: string; deviceId: string; title: string | null; text: string }>(
    `SELECT m.id, d."deviceId", m.title, m.text FROM "MessageDelivery" d JOIN "Message" m ON m.id = d."messageId"
     WHERE d."deviceId" = ANY($1) AND d."deliveredAt" IS NULL AND d."deliverBy" > now() ORDER BY m.id`,
    [deviceIds],
  );
  return rows.map(({ id, deviceId, title, text }) => ({
    deviceId,
    frame: { type: 'message', messageId: id, title: title ?? undefined, text },
  }));
}
