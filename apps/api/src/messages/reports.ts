import type { Posted, Received } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { NewMessage } from '../bus/bus';
import { newId } from '../database/ids';
import type { Report } from '../link/report';

/** Keeps what scripts posted, each once, in the inbox of the account that owns the run; gives what is new. */
export async function recordPosted(client: ClientBase, reports: Report<Posted>[]): Promise<NewMessage[]> {
  if (reports.length === 0) return [];
  const { rows } = await client.query<NewMessage>(
    `INSERT INTO "Message" (id, "accountId", "runId", "deviceId", "frameN", title, text, data, "createdAt")
     SELECT v.id, r."accountId", r.id, r."deviceId", v."frameN", v.title, v.text, v.data::json, v.at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
       AS v (id, "runId", "deviceId", "frameN", title, text, data, at)
     JOIN "Run" r ON r.id = v."runId" AND r."deviceId" = v."deviceId"
     ON CONFLICT ("deviceId", "frameN") DO NOTHING
     RETURNING id AS "messageId", "accountId", "runId", "deviceId"`,
    [
      ...[
        reports.map(() => newId()),
        reports.map(({ frame }) => frame.runId),
        reports.map((report) => report.deviceId),
      ],
      ...[
        reports.map(({ frame }) => frame.n),
        reports.map(({ frame }) => frame.title?.replaceAll('\0', '') ?? null),
      ],
      reports.map(({ frame }) => frame.text.replaceAll('\0', '\uFFFD')),
      reports.map(({ frame: { attachments = [], isTelemetry } }) =>
        JSON.stringify({ attachments, isTelemetry }),
      ),
      reports.map(({ frame, time }) => time(frame.at)),
    ],
  );
  return rows;
}

/** The device has shown the message. */
export async function recordReceived(client: ClientBase, reports: Report<Received>[]): Promise<void> {
  if (reports.length === 0) return;
  await client.query(
    `UPDATE "MessageDelivery" m SET "deliveredAt" = now()
     FROM unnest($1::text[], $2::text[]) AS v ("messageId", "deviceId")
     WHERE m."messageId" = v."messageId" AND m."deviceId" = v."deviceId" AND m."deliveredAt" IS NULL`,
    [reports.map(({ frame }) => frame.messageId), reports.map(({ deviceId }) => deviceId)],
  );
}
