import { LIMITS, type Posted, type Received } from '@drover/contract';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { NewMessage } from '../../bus/bus';
import {
  bigints,
  booleans,
  insertFrom,
  int,
  ints,
  now,
  texts,
  timestamps,
  unnest,
} from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import type { Commit } from '../../database/transaction';
import type { Report } from '../../device-socket/report';
import { toStoredText } from '../../device-socket/stored-text';
import { lockMessageSubscribers, recordMessages } from './message-events';

interface PostedColumns {
  ids: string[];
  runIds: string[];
  deviceIds: string[];
  frameNumbers: string[];
  titles: (string | null)[];
  texts: string[];
  data: string[];
  areTelemetry: boolean[];
  times: Date[];
  /** What each message counts. */
  bytes: number[];
}

/** Replaces the first message for which a run has no room. */
const dropped = `This run posted more than ${LIMITS.runPostedBytes / 1024 / 1024} MB. Its further messages were dropped.`;

/** Messages that are new, from devices that have the run, and what the run's messages would count up to each. */
const selectNewMessages = (posted: Placeholders<PostedColumns>) =>
  db
    .selectFrom(
      unnest('v', {
        id: texts(posted.ids),
        runId: texts(posted.runIds),
        deviceId: texts(posted.deviceIds),
        frameNumber: bigints(posted.frameNumbers),
        title: texts(posted.titles),
        text: texts(posted.texts),
        data: texts(posted.data),
        isTelemetry: booleans(posted.areTelemetry),
        at: timestamps(posted.times),
        bytes: ints(posted.bytes),
      }),
    )
    .innerJoin('Run as r', (join) =>
      join.onRef('r.id', '=', 'v.runId').onRef('r.deviceId', '=', 'v.deviceId'),
    )
    // LIMIT makes it a lookup by key. The plan of a join is made while the table is small, and scans it for ever.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('Message as e')
          .select('e.id')
          .whereRef('e.deviceId', '=', 'v.deviceId')
          .whereRef('e.frameNumber', '=', 'v.frameNumber')
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .where('r.postedBytes', '<=', LIMITS.runPostedBytes)
    .where('m.id', 'is', null)
    .select(['v.id', 'r.accountId', 'v.runId', 'v.deviceId', 'v.frameNumber'])
    .select(['v.title', 'v.text', 'v.data', 'v.isTelemetry', 'v.at', 'v.bytes'])
    .select((eb) => {
      const sum = eb.fn.sum('v.bytes').over((over) => over.partitionBy('v.runId').orderBy('v.frameNumber'));
      return eb('r.postedBytes', '+', int(sum)).as('total');
    });

/** Inserts messages of runs that have room for them, each once. */
const insertPosted = defineStatement((posted: Placeholders<PostedColumns>) =>
  db
    .with('new', () => selectNewMessages(posted))
    .with('counted', (cte) =>
      cte
        .updateTable('Run as r')
        .from((eb) =>
          eb
            .selectFrom('new')
            .groupBy('runId')
            .select((select) => ['runId', select.fn.max('total').as('total')])
            .as('t'),
        )
        .set({ postedBytes: (eb) => eb.ref('t.total') })
        .whereRef('r.id', '=', 't.runId'),
    )
    .with('inserted', (cte) => {
      const accepted = cte
        .selectFrom('new as n')
        .where((eb) => eb(eb('n.total', '-', eb.ref('n.bytes')), '<=', LIMITS.runPostedBytes));
      const isFull = sql<boolean>`n.total > ${LIMITS.runPostedBytes}`;
      return insertFrom(cte.insertInto('Message'), accepted, (eb) => ({
        id: eb.ref('n.id'),
        accountId: eb.ref('n.accountId'),
        runId: eb.ref('n.runId'),
        deviceId: eb.ref('n.deviceId'),
        frameNumber: eb.ref('n.frameNumber'),
        title: eb.case().when(isFull).then(null).else(eb.ref('n.title')).end(),
        text: eb.case().when(isFull).then(dropped).else(eb.ref('n.text')).end(),
        data: sql<string>`CASE WHEN ${isFull} THEN '{}' ELSE ${eb.ref('n.data')} END::json`,
        isTelemetry: eb.ref('n.isTelemetry'),
        createdAt: eb.ref('n.at'),
      }))
        .onConflict((conflict) => conflict.columns(['deviceId', 'frameNumber']).doNothing())
        .returning(['id as messageId', 'accountId', 'runId', 'deviceId'])
        .returning(sql<boolean>`data::text = '{}'`.as('isDropped'));
    })
    .selectFrom('inserted')
    .selectAll(),
);

/**
 * Stores the messages that scripts posted in the inboxes of the accounts that own the runs, with their webhook events, and
 * returns the new ones. Calls `commit` after its last statement is sent.
 */
export async function recordPosted(
  client: ClientBase,
  reports: Report<Posted>[],
  commit?: Commit,
): Promise<NewMessage[]> {
  if (reports.length === 0) return [];
  // A device that connects again may repeat a message before the first one is stored.
  const distinct = new Map(reports.map((report) => [`${report.deviceId} ${report.frame.n}`, report]));
  const messages = [...distinct.values()].map(toMessageRow);
  const [inserted, webhooks] = await Promise.all([
    execute(client, prepared(insertPosted(toColumns(messages)))),
    lockMessageSubscribers(
      client,
      reports.map(({ accountId }) => accountId),
    ),
  ]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  const created = inserted.map(({ isDropped, ...message }) => {
    const row = { ...byId.get(message.messageId)!, accountId: message.accountId };
    return isDropped ? { ...row, title: null, text: dropped, data: {} } : row;
  });
  const recorded = recordMessages(client, webhooks, created);
  commit?.();
  await recorded;
  return inserted.map(({ isDropped: _isDropped, ...message }) => message);
}

/** Returns the row of a message whose run has room for it. */
function toMessageRow({ deviceId, frame, time }: Report<Posted>) {
  const { n, runId, at, text, title, attachments = [], isTelemetry = false } = frame;
  return {
    id: newId(),
    frameNumber: String(n),
    runId,
    deviceId,
    createdAt: time(at),
    title: title === undefined ? null : toStoredText(title, LIMITS.postedTextBytes),
    text: toStoredText(text, LIMITS.postedTextBytes),
    data: { attachments },
    isTelemetry,
  };
}

function toColumns(messages: ReturnType<typeof toMessageRow>[]): PostedColumns {
  const data = messages.map((message) => JSON.stringify(message.data));
  const bytesOf = ({ title, text }: (typeof messages)[number], index: number) =>
    Buffer.byteLength(title ?? '') +
    Buffer.byteLength(text) +
    Buffer.byteLength(data[index]) +
    LIMITS.postedOverheadBytes;
  return {
    ids: messages.map(({ id }) => id),
    runIds: messages.map(({ runId }) => runId),
    deviceIds: messages.map(({ deviceId }) => deviceId),
    frameNumbers: messages.map(({ frameNumber }) => frameNumber),
    titles: messages.map(({ title }) => title),
    texts: messages.map(({ text }) => text),
    data,
    areTelemetry: messages.map(({ isTelemetry }) => isTelemetry),
    times: messages.map(({ createdAt }) => createdAt),
    bytes: messages.map(bytesOf),
  };
}

interface ReceivedColumns {
  messageIds: string[];
  deviceIds: string[];
}

const updateReceived = defineStatement(({ messageIds, deviceIds }: Placeholders<ReceivedColumns>) =>
  db
    .updateTable('MessageDelivery as m')
    .from(unnest('v', { messageId: texts(messageIds), deviceId: texts(deviceIds) }))
    .set({ deliveredAt: now })
    .whereRef('m.messageId', '=', 'v.messageId')
    .whereRef('m.deviceId', '=', 'v.deviceId')
    .where('m.deliveredAt', 'is', null),
);

/** Records which messages devices have shown. */
export async function recordReceived(client: ClientBase, reports: Report<Received>[]): Promise<void> {
  if (reports.length === 0) return;
  const update = updateReceived({
    messageIds: reports.map(({ frame }) => frame.messageId),
    deviceIds: reports.map(({ deviceId }) => deviceId),
  });
  await execute(client, prepared(update));
}
