import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';

/** The statement by which a spec of the server compares the counters, too. */
const counters = readFileSync(join(__dirname, '../../apps/api/src/testing/counter-differences.sql'), 'utf8');

const chain = `
  SELECT number, hash, expected FROM (
    SELECT number, hash, encode(sha256(convert_to(
      lag(hash, 1, '') OVER (ORDER BY number) || E'\\n' || "auditText"(e), 'UTF8')), 'hex') AS expected
    FROM "AuditEntry" e WHERE "accountId" = $1
    UNION ALL
    SELECT c.number, c.hash, (SELECT hash FROM "AuditEntry" WHERE "accountId" = $1 ORDER BY number DESC LIMIT 1)
    FROM "AuditChain" c WHERE "accountId" = $1
  ) hashes WHERE hash IS DISTINCT FROM expected LIMIT 10`;

/** Waits until the server has counted all runs, and fails if its counters or the hashes of the audit log are wrong. */
export async function assertConsistent(client: Client, accountId: string): Promise<void> {
  while (await hasChanges(client)) await delay(500);
  for (const statement of [counters, chain]) {
    const { rows } = await client.query(statement, [accountId]);
    if (rows.length > 0) throw new Error(`The rows of a history are inconsistent: ${JSON.stringify(rows)}`);
  }
}

async function hasChanges(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM "RunChange") OR EXISTS (SELECT FROM "TimeChange")
       OR EXISTS (SELECT FROM "FailureChange") AS found`,
  );
  return rows[0]?.found ?? false;
}
