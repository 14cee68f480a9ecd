import { LINK_LIMITS, type MessageOrder, type RunOrder, type ServerFrame, type Stop } from '@drover/contract';
import { idArray } from '../database/arrays';
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
  const { stops, offers } = await takeRuns(service, ready);
  const frames = [
    ...stops,
    ...(await toOrders(service, offers)),
    ...(await findMessages(service, [...byDevice.keys()])),
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

/** How long a device may be silent about a run that it was sent, before it is sent again. */
const repeatSeconds = 30;

interface Offer {
  id: string;
  jobId: string;
  deviceId: string;
  robotName: string;
}

/** Of a run that is to be stopped, the job does not matter. */
type Taken = Offer | { id: string; deviceId: string; jobId: null; reason: string | null };

/**
 * Finds runs to stop and runs to start, and marks the latter as offered before they are sent: from then on only the
 * device can say what became of them. A device that does not say that it has one is sent it again, as it may be that
 * nothing was sent after the mark. A device gets no more than it may hold, its oldest first; a link that was taken over
 * gets nothing. The ids are an array so that the plan does not depend on statistics, which a fresh database lacks.
 */
async function takeRuns(
  { pool }: Service,
  recipients: Recipient[],
): Promise<{ stops: Addressed<Stop>[]; offers: Offer[] }> {
  const { rows } = await pool.query<Taken>(
    `WITH open AS MATERIALIZED (
       SELECT id, "deviceId", state, reason, "acceptedAt", "deliverBy",
         row_number() OVER (PARTITION BY "deviceId" ORDER BY id) AS place
       FROM "Run" WHERE "deviceId" = ANY($1) AND "finishedAt" IS NULL AND NOT "isHeld"
     ), offered AS (
       UPDATE "Run" r SET "offeredAt" = now() FROM "Device" d
       WHERE r.id = ANY (ARRAY(
           SELECT id FROM open
           WHERE place <= $2 AND state = 'queued' AND "acceptedAt" IS NULL AND "deliverBy" > now()
         ))
         AND r.state = 'queued' AND r."acceptedAt" IS NULL
         AND (r."offeredAt" IS NULL OR r."offeredAt" < now() - make_interval(secs => $4))
         AND d.id = r."deviceId" AND d."linkId" = ANY($3)
       RETURNING r.id, r."deviceId", r."jobId", d.name AS "robotName"
     )
     SELECT id, "deviceId", "jobId", "robotName", NULL AS reason FROM offered
     UNION ALL SELECT id, "deviceId", NULL, NULL, reason FROM open WHERE state = 'stopping'`,
    [
      ...[idArray(recipients.map(({ deviceId }) => deviceId)), LINK_LIMITS.runs],
      ...[idArray(recipients.map(({ linkId }) => linkId)), repeatSeconds],
    ],
  );
  const offers: Offer[] = [];
  const stops: Addressed<Stop>[] = [];
  for (const run of rows) {
    if (run.jobId !== null) offers.push(run);
    else {
      const { id: runId, deviceId, reason } = run;
      stops.push({ deviceId, frame: { type: 'stop', runId, reason: reason ?? undefined } });
    }
  }
  return { stops, offers };
}

/** The frames of what was offered, but for what its secrets forbid. */
async function toOrders(service: Service, taken: Offer[]): Promise<Addressed<RunOrder>[]> {
  const jobs = await loadJobs(service, [...new Set(taken.map(({ jobId }) => jobId))]);
  await fillInSecrets(service, [...jobs.values()]);
  const offers = taken
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
    [idArray(deviceIds)],
  );
  return rows.map(({ id, deviceId, title, text }) => ({
    deviceId,
    frame: { type: 'message', messageId: id, title: title ?? undefined, text },
  }));
}
