import { LINK_LIMITS, REASONS, type MessageOrder, type Stop } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import { anyOf, now, secondsAgo } from '../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../database/sql';
import type { AppContext } from '../context/app-context';
import type { Recipient } from '../device-socket/link';
import type { Steps } from '../tasks/steps';
import type { MarkedRun } from '../bus/local-links';
import { loadJobs, orderKey, type DeliverableJob } from './orders';
import { createOrderWriter, type OrderWriter, type SentRun } from './order-writer';
import { fillInSecrets, refuseRuns, type Refusal } from './secret-orders';

/** A device that may have waiting work, or a run that was marked as sent when it was inserted. */
export interface Work {
  deviceId: string;
  run?: MarkedRun;
}

/** Sends connected devices their work: runs to stop, runs to start, and messages. */
export async function deliver(
  context: AppContext,
  links: ReadonlyMap<string, Recipient>,
  work: Work[],
): Promise<void> {
  const recipients = new Map<string, Recipient>();
  const marked: MarkedRun[] = [];
  const missed: MarkedRun[] = [];
  const woken = new Set<string>();
  for (const { deviceId, run } of work) {
    const link = links.get(deviceId);
    const isSendable = run !== undefined && run.linkId === link?.linkId;
    if (run) (isSendable ? marked : missed).push(run);
    if (link) recipients.set(deviceId, link);
    if (link && !isSendable && !link.isCongested()) woken.add(deviceId);
  }
  await unmarkRuns(context, missed);
  const { stops, runs } = await takeRuns(
    context,
    [...woken].flatMap((deviceId) => recipients.get(deviceId) ?? []),
  );
  const markedOffers = await findOffers(context, marked, recipients);
  const takenOffers = await findOffers(context, runs, recipients);
  const messages = await findMessages(context, [...woken]);
  // A stop may be for one of these runs, so the runs are sent first.
  await sendOrders(context, markedOffers);
  sendOnce(recipients, stops);
  await sendOrders(context, takenOffers);
  sendOnce(recipients, messages);
}

/** Sends what a link has not been sent before. */
function sendOnce(
  recipients: ReadonlyMap<string, Recipient>,
  frames: Addressed<Stop | MessageOrder>[],
): void {
  for (const { deviceId, frame } of frames) {
    const recipient = recipients.get(deviceId);
    const id = frame.type === 'message' ? frame.messageId : `stop ${frame.runId}`;
    if (!recipient || recipient.sent.has(id)) continue;
    recipient.sent.add(id);
    recipient.send(frame);
  }
}

interface Addressed<Frame> {
  deviceId: string;
  frame: Frame;
}

/** How long a device has to accept a run before the run is sent again. */
const repeatSeconds = 30;

const unmark = defineStatement(({ runIds }: Placeholders<{ runIds: string[] }>) =>
  db
    .updateTable('Run')
    .set({ sentAt: null })
    .where('id', '=', anyOf(runIds))
    .where('state', '=', 'queued')
    .where('acceptedAt', 'is', null),
);

/** Makes runs that were not sent after all wait for their devices again: their links ended before. */
async function unmarkRuns({ pool }: AppContext, runs: MarkedRun[]): Promise<void> {
  if (runs.length === 0) return;
  await execute(pool, unmark({ runIds: runs.map(({ id }) => id) }));
}

const noText = sql<string | null>`NULL::text`;
const noVariant = sql<number | null>`NULL::int`;

/** The open runs of devices, numbered per device from the oldest. */
function selectOpenRuns(deviceIds: Expression<string[]>) {
  return db
    .selectFrom('Run')
    .select(({ fn }) => [
      'id',
      'deviceId',
      'state',
      'reason',
      'acceptedAt',
      'deliverBy',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('deviceId').orderBy('id'))
        .as('position'),
    ])
    .where('deviceId', '=', anyOf(deviceIds))
    .where('finishedAt', 'is', null)
    .where('isHeld', 'is', false);
}

/** Selects runs to stop, and runs to start, which it marks as sent. */
const takeStatement = defineStatement(
  ({ deviceIds, linkIds }: Placeholders<{ deviceIds: string[]; linkIds: string[] }>) =>
    db
      .with(
        (cte) => cte('open').materialized(),
        () => selectOpenRuns(deviceIds),
      )
      .with('sent', (cte) => {
        const sendable = cte
          .selectFrom('open')
          .select('open.id')
          .where('open.position', '<=', LINK_LIMITS.runs)
          .where('open.state', '=', 'queued')
          .where('open.acceptedAt', 'is', null)
          .where('open.deliverBy', '>', now);
        return cte
          .updateTable('Run as r')
          .from('Device as d')
          .set({ sentAt: now })
          .where('r.id', '=', anyOf(sql<string[]>`array(${sendable})`))
          .where('r.state', '=', 'queued')
          .where('r.acceptedAt', 'is', null)
          .where((eb) => eb.or([eb('r.sentAt', 'is', null), eb('r.sentAt', '<', secondsAgo(repeatSeconds))]))
          .whereRef('d.id', '=', 'r.deviceId')
          .where('d.linkId', '=', anyOf(linkIds))
          .returning(['r.id', 'r.deviceId', 'r.jobId', 'r.variant', 'd.name as robotName']);
      })
      .selectFrom('sent')
      .select(({ ref }) => [
        'id',
        'deviceId',
        ref('jobId').$castTo<string | null>().as('jobId'),
        'variant',
        ref('robotName').$castTo<string | null>().as('robotName'),
        noText.as('reason'),
      ])
      .unionAll((eb) =>
        eb
          .selectFrom('open')
          .select(['id', 'deviceId', noText.as('jobId'), noVariant.as('variant')])
          .select([noText.as('robotName'), 'reason'])
          .where('state', '=', 'stopping'),
      ),
);

/**
 * Finds runs to stop and runs to start, and marks the latter as sent before they are sent: from then on only the device
 * knows what happened to them. A run that the device does not accept is sent again, because the node may have stopped
 * between the mark and the send. A device gets at most as many runs as it may hold, the oldest first. A link that was
 * replaced gets nothing. `sendable` is an array, so that the plan does not depend on statistics, which a new database lacks.
 */
async function takeRuns(
  { pool }: AppContext,
  recipients: Recipient[],
): Promise<{ stops: Addressed<Stop>[]; runs: SentRun[] }> {
  if (recipients.length === 0) return { stops: [], runs: [] };
  const statement = takeStatement({
    deviceIds: recipients.map(({ deviceId }) => deviceId),
    linkIds: recipients.map(({ linkId }) => linkId),
  });
  const runs: SentRun[] = [];
  const stops: Addressed<Stop>[] = [];
  for (const { id, deviceId, jobId, variant, robotName, reason } of await execute(
    pool,
    prepared(statement),
  )) {
    if (jobId !== null) runs.push({ id, deviceId, jobId, variant, robotName: robotName ?? '' });
    else stops.push({ deviceId, frame: { type: 'stop', runId: id, reason: reason ?? undefined } });
  }
  return { stops, runs };
}

/** A run to send: its device and what it runs. */
interface Offer extends SentRun {
  recipient: Recipient;
  job: DeliverableJob;
}

/** Returns each run with its device and its job. Runs that cannot be sent end here and are left out. */
async function findOffers(
  context: AppContext,
  sent: SentRun[],
  recipients: ReadonlyMap<string, Recipient>,
): Promise<Offer[]> {
  const jobs = await loadJobs(context, sent);
  await fillInSecrets(context, [...jobs.values()]);
  const phoneJobs = new Map([...jobs].map(([id, job]) => [id, toPhoneJob(job)]));
  const offers: Offer[] = [];
  const refused: (Offer & { refusal: Refusal })[] = [];
  for (const run of sent.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const recipient = recipients.get(run.deviceId);
    const job = (recipient?.engine === 'phone' ? phoneJobs : jobs).get(orderKey(run));
    if (!recipient || !job) continue;
    const offer = { ...run, recipient, job };
    const refusal = findRefusal(job, recipient);
    if (refusal) refused.push({ ...offer, refusal });
    else offers.push(offer);
  }
  await endRefused(context, refused);
  return offers;
}

/** Returns the job as phones get it: the same one if they run the same code. */
function toPhoneJob(job: DeliverableJob): DeliverableJob {
  return job.phoneCode ? { ...job, order: { ...job.order, ...job.phoneCode } } : job;
}

/** Sends orders in turns with the other work for devices, because there may be thousands of them. */
async function sendOrders(context: AppContext, offers: Offer[]): Promise<void> {
  const accounts = new Map<string, Offer[]>();
  for (const offer of offers) {
    const { accountId } = offer.job;
    const own = accounts.get(accountId);
    if (own) own.push(offer);
    else accounts.set(accountId, [offer]);
  }
  const sent = [...accounts].map(([accountId, own]) =>
    context.turns.compute(accountId, sendEach(context, own)),
  );
  await Promise.all(sent);
}

function* sendEach({ masks }: AppContext, offers: Offer[]): Steps<void> {
  const writers = new Map<DeliverableJob, OrderWriter>();
  for (const offer of offers) {
    const { job } = offer;
    const write = writers.get(job) ?? createOrderWriter(job);
    writers.set(job, write);
    masks.add(offer.id, job.secretValues ?? []);
    offer.recipient.sendOrder(write(offer));
    yield;
  }
}

/** Returns why a run is not sent to its device. */
function findRefusal(job: DeliverableJob, recipient: Recipient): Refusal | undefined {
  if (job.refusal !== undefined) return { state: 'rejected', reason: job.refusal };
  if (!job.order.isUpdate || recipient.updates === 'itself') return undefined;
  return recipient.updates === 'on-connect'
    ? { state: 'succeeded', reason: REASONS.update_phone }
    : { state: 'rejected', reason: REASONS.update_unsupported };
}

/** Ends runs that are not sent. A run that this node sent before may have started, so the device reports its end. */
async function endRefused(context: AppContext, offers: (Offer & { refusal: Refusal })[]): Promise<void> {
  await refuseRuns(
    context,
    offers.flatMap(({ id, deviceId, job: { accountId }, refusal }) =>
      context.masks.has(id) ? [] : [{ runId: id, deviceId, accountId, ...refusal }],
    ),
  );
}

const selectMessages = defineStatement(({ deviceIds }: Placeholders<{ deviceIds: string[] }>) =>
  db
    .selectFrom('MessageDelivery as d')
    .innerJoin('Message as m', 'm.id', 'd.messageId')
    .select(['m.id', 'd.deviceId', 'm.title', 'm.text'])
    .where('d.deviceId', '=', anyOf(deviceIds))
    .where('d.deliveredAt', 'is', null)
    .where('d.deliverBy', '>', now)
    .orderBy('m.id'),
);

async function findMessages({ pool }: AppContext, deviceIds: string[]): Promise<Addressed<MessageOrder>[]> {
  if (deviceIds.length === 0) return [];
  const rows = await execute(pool, prepared(selectMessages({ deviceIds })));
  return rows.map(({ id, deviceId, title, text }) => ({
    deviceId,
    frame: { type: 'message', messageId: id, title: title ?? undefined, text },
  }));
}
