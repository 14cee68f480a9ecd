import { callerRequests, type CallerRequest } from '@drover/contract/reference/caller-requests';
import type { Pool } from 'pg';
import { connectRaw } from '../testing/raw-client';
import { multipart } from './call';

/** An account of an installation, and one record of each type that it owns. */
export interface FormerAccount {
  token: string;
  records: Record<string, string>;
}

/** What a server of a former release stored, and what it answered to the requests of public callers, in order. */
export interface FormerInstallation {
  recordedAt: string;
  /** The migrations that had been applied. */
  migrations: string[];
  /** The rows of each table. */
  tables: Record<string, Record<string, unknown>[]>;
  accounts: FormerAccount[];
  answers: FormerAnswer[];
}

export interface FormerAnswer {
  request: string;
  status: number;
  body: unknown;
}

/** A request, and the index of the account that sends it. */
export type Sent = CallerRequest & { account: number };

/**
 * The requests of public callers. Each that deletes something, or new files that nobody has reviewed, has an account of its
 * own; the others share one.
 */
export function listRequests(): Sent[] {
  const requests = Object.values(callerRequests).flat();
  const apart = requests.filter(({ method, path }) => method === 'DELETE' || path.endsWith('/files'));
  return requests.map((request) => ({ ...request, account: apart.indexOf(request) + 1 }));
}

/** Sends a request byte by byte as its caller does, and returns its answer without IDs and times of this run. */
export async function sendAsCaller(
  url: string,
  { token, records }: FormerAccount,
  request: Sent,
): Promise<FormerAnswer> {
  const fill = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'token' ? token : records[name]));
  const { method, path, body = '', contentType, parts } = request;
  const upload = parts ? uploadOf(parts) : undefined;
  const bytes = upload?.body ?? Buffer.from(fill(body));
  const type = upload?.headers['Content-Type'] ?? contentType ?? (body ? 'application/json' : null);
  const head = [
    `${method} ${fill(path)} HTTP/1.1`,
    'Host: drover.example',
    ...credentialOf(request, token),
    ...(type && contentType !== null ? [`Content-Type: ${type}`] : []),
    ...(bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : []),
  ];
  const client = await connectRaw(url);
  await client.send(Buffer.concat([Buffer.from([...head, '', ''].join('\r\n')), bytes]));
  const { status, body: text } = await client.receive();
  client.close();
  const known = new Set(Object.values(records));
  return { request: `${method} ${path}`, status, body: withoutRun(text ? JSON.parse(text) : null, known) };
}

function credentialOf({ token: place }: CallerRequest, token: string): string[] {
  if (place === 'query' || place === 'body') return [];
  if (place === 'X-API-Key') return [`X-API-Key: ${token}`];
  return [`Authorization: ${place === 'bare' ? '' : `${place} `}${token}`];
}

function uploadOf(part: string) {
  return multipart([
    { part, name: 'config.json', type: 'application/json', text: '[]' },
    { part, name: 'main.js', type: 'application/javascript', text: 'console.log(1)' },
  ]);
}

/** Replaces times, IDs and random names that the request created, and addresses, which differ in each run. */
function withoutRun(value: unknown, known: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutRun(each, known));
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) =>
      name === 'requestId' ? [name, '<id>'] : [name, withoutRun(field, known)],
    );
    return Object.fromEntries(fields);
  }
  if (typeof value !== 'string') return value;
  if (/^\d{4}-\d\d-\d\d[T ][\d:.]+Z?$/.test(value)) return '<time>';
  if (/^[0-9a-f]{24}$/.test(value) && !known.has(value)) return '<id>';
  if (/^(script-[0-9a-f]{6}|[0-9A-Z]{10})$/.test(value)) return '<random>';
  return value.replace(/^https?:\/\/[^/]+/, '<address>');
}

/** Writes the rows, as if they had been written just now, so that nothing has expired meanwhile. */
export async function writeTables(
  pool: Pool,
  { tables, recordedAt }: Pick<FormerInstallation, 'tables' | 'recordedAt'>,
): Promise<void> {
  const laterMs = Date.now() - Date.parse(recordedAt);
  const client = await pool.connect();
  try {
    // Without triggers, which have done their work when the rows were written.
    await client.query('SET session_replication_role = replica');
    for (const [name, rows] of Object.entries(tables)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `SELECT quote_ident(column_name) AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
        [name],
      );
      const list = columns.map((column) => column.name).join();
      const json = JSON.stringify(rows).replace(
        /"(\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z))"/g,
        (_, time: string) => `"${new Date(Date.parse(time) + laterMs).toISOString()}"`,
      );
      await client.query(
        `INSERT INTO "${name}" (${list}) SELECT ${list} FROM json_populate_recordset(NULL::"${name}", $1)`,
        [json],
      );
    }
    await client.query('SET session_replication_role = DEFAULT');
  } finally {
    client.release();
  }
}
