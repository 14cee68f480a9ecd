import type { AuditExportFilter } from '@drover/contract';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import type { AppContext } from '../../context/app-context';
import { when } from '../../database/expressions';
import { firstIdAt } from '../../database/ids';
import { db, execute } from '../../database/sql';
import { streamed } from '../../http/stream';
import { toAuditEntry } from './audit';

/** Entries that are read at a time, when the client has read those before. */
const pageEntries = 500;

/** How long a reader may read nothing. */
const idleTimeoutMs = 60_000;

interface ExportRequest extends AuditExportFilter {
  accountId: string;
}

/** Streams audit entries as JSON lines, the oldest first. */
export function exportAudit(context: AppContext, response: Response, request: ExportRequest) {
  response.attachment('audit.jsonl').type('application/x-ndjson').set('Cache-Control', 'private, no-store');
  response.setTimeout(idleTimeoutMs, () => response.destroy());
  const body = Readable.from(writeLines(context, request), { objectMode: false });
  body.once('error', (err) => response.req.log.error({ err }, 'an audit log was not sent completely'));
  return streamed(response, body);
}

async function* writeLines(
  { pool }: AppContext,
  request: ExportRequest,
): AsyncGenerator<string, void, undefined> {
  for (let after = ''; ;) {
    const rows = await execute(pool, selectPage(request, after));
    yield rows.map((row) => `${JSON.stringify(toAuditEntry(row))}\n`).join('');
    if (rows.length < pageEntries) return;
    after = rows[rows.length - 1].id;
  }
}

function selectPage({ accountId, createdAfter, createdBefore, ...filter }: ExportRequest, after: string) {
  return db
    .selectFrom('AuditEntry')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '>', after)
    .where((eb) =>
      eb.and([
        ...when(createdAfter, (time) => eb('id', '>=', firstIdAt(new Date(time)))),
        ...when(createdBefore, (time) => eb('id', '<', firstIdAt(new Date(time)))),
        ...when(filter.action, (action) => eb('action', '=', action)),
        ...when(filter.tokenId, (id) => eb('tokenId', '=', id)),
        ...when(filter.personId, (id) => eb('personId', '=', id)),
        ...when(filter.targetId, (id) => eb('targetId', '=', id)),
      ]),
    )
    .orderBy('id')
    .limit(pageEntries);
}
