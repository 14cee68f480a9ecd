import type { Posted, Received } from '@drover/contract';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { NewMessage } from '../../bus/bus';
import { bigints, insertFrom, now, texts, timestamps, unnest } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import type { Report } from '../../device-socket/report';

interface PostedColumns {
  ids: string[];
  runIds: string[];
  deviceIds: string[];
  frameNumbers: string[];
  titles: (string | null)[];
  texts: string[];
  data: string[];
  times: Date[];
}

/** Inserts messages of runs, each once. A device posts for its own runs only. */
const insertPosted = defineStatement((posted: Placeholders<PostedColumns>) => {
  const source = db
    .selectFrom(
      unnest('v', {
        id: texts(posted.ids),
        runId: texts(posted.runIds),
        deviceId: texts(posted.deviceIds),
        frameNumber: bigints(posted.frameNumbers),
        title: texts(posted.titles),
        text: texts(posted.texts),
        data: texts(posted.data),
        at: timestamps(posted.times),
      }),
    )
    .innerJoin('Run as r', (join) =>
      join.onRef('r.id', '=', 'v.runId').onRef('r.deviceId', '=', 'v.deviceId'),
    );
  return insertFrom(db.insertInto('Message'), source, (eb) => ({
    id: eb.ref('v.id'),
    accountId: eb.ref('r.accountId'),
    runId: eb.ref('r.id'),
    deviceId: eb.ref('r.deviceId'),
    frameNumber: eb.ref('v.frameNumber'),
    title: eb.ref('v.title'),
    text: eb.ref('v.text'),
    data: sql<string>`${eb.ref('v.data')}::json`,
    createdAt: eb.ref('v.at'),
  }))
    .onConflict((conflict) => conflict.columns(['deviceId', 'frameNumber']).doNothing())
    .returning(['id as messageId', 'accountId', 'runId', 'deviceId']);
});

/** Stores the messages that scripts posted in the inboxes of the accounts that own the runs, and returns the new ones. */
export async function recordPosted(client: ClientBase, reports: Report<Posted>[]): Promise<NewMessage[]> {
  if (reports.length === 0) return [];
  const insert = insertPosted({
    ids: reports.map(() => newId()),
    runIds: reports.map(({ frame }) => frame.runId),
    deviceIds: reports.map(({ deviceId }) => deviceId),
    frameNumbers: reports.map(({ frame }) => String(frame.n)),
    titles: reports.map(({ frame }) => frame.title?.replaceAll('\0', '') ?? null),
    texts: reports.map(({ frame }) => frame.text.replaceAll('\0', '\uFFFD')),
    data: reports.map(({ frame: { attachments = [], isTelemetry } }) =>
      JSON.stringify({ attachments, isTelemetry }),
    ),
    times: reports.map(({ frame, time }) => time(frame.at)),
  });
  return execute(client, insert);
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
  await execute(client, update);
}
