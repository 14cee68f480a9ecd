import { createHash } from 'node:crypto';
import { sql, type InferResult } from 'kysely';
import type { ClientBase } from 'pg';
import { beginSnapshot, endSnapshot } from '../../database/snapshot';
import { db, execute } from '../../database/sql';

/** Entries that are read at a time. */
const pageEntries = 1000;

/** The chain of a workspace as it was found. */
export interface VerifiedChain {
  accountId: string;
  /** Number of entries that are in the chain. */
  entries: number;
  /** Position and hash of the newest entry. Store them outside the database to detect a replaced chain. */
  head: { number: number; hash: string };
  /** What is wrong with the first entry that does not continue the chain. */
  problem?: string;
}

const selectChains = db.selectFrom('AuditChain').selectAll().orderBy('accountId');

const selectEntries = (accountId: string, after: number) =>
  db
    .selectFrom('AuditEntry')
    .selectAll()
    .select(sql<string>`changes::text`.as('changesText'))
    .where('accountId', '=', accountId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(pageEntries);

type Chain = InferResult<typeof selectChains>[number];
type Entry = InferResult<ReturnType<typeof selectEntries>>[number];

/**
 * Verifies the audit log of each workspace: that each entry continues the one before it, from the last one that retention
 * has deleted to the newest one. Reads one state of the database, so entries may be added and deleted meanwhile.
 */
export async function* verifyChains(client: ClientBase): AsyncGenerator<VerifiedChain, void, undefined> {
  await beginSnapshot(client);
  try {
    for (const chain of await execute(client, selectChains)) yield await verifyChain(client, chain);
    yield* await findUnchained(client);
  } finally {
    await endSnapshot(client);
  }
}

async function verifyChain(client: ClientBase, chain: Chain): Promise<VerifiedChain> {
  const { accountId, number, hash } = chain;
  let position = { number: chain.anchorNumber, hash: chain.anchorHash };
  const found = () => ({ accountId, entries: position.number - chain.anchorNumber, head: { number, hash } });
  for (;;) {
    const page = await execute(client, selectEntries(accountId, position.number));
    for (const entry of page) {
      const problem = problemOf(entry, position);
      if (problem !== undefined) return { ...found(), problem };
      position = { number: position.number + 1, hash: entry.hash ?? '' };
    }
    if (page.length < pageEntries) break;
  }
  if (position.number === number && position.hash === hash) return found();
  const problem = `the entries after number ${position.number} are missing, up to ${number}`;
  return { ...found(), problem };
}

function problemOf(entry: Entry, before: { number: number; hash: string }): string | undefined {
  if (entry.number !== before.number + 1) return `entry number ${before.number + 1} is missing`;
  if (entry.hash === hashOf(entry, before.hash)) return undefined;
  const at = entry.at.toISOString();
  return `entry number ${entry.number} (${entry.id}, ${entry.action}, ${at}) was changed`;
}

/** Entries of a workspace whose chain was deleted. */
async function findUnchained(client: ClientBase): Promise<VerifiedChain[]> {
  const select = db
    .selectFrom('AuditEntry as e')
    .select('e.accountId')
    .distinct()
    .where('e.number', 'is not', null)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('AuditChain as c').select('c.number').where('c.accountId', '=', ref('e.accountId')),
        ),
      ),
    );
  return (await execute(client, select)).map(({ accountId }) => ({
    accountId,
    entries: 0,
    head: { number: 0, hash: '' },
    problem: 'the record of its chain is missing',
  }));
}

/** Returns the hash over an entry and the hash before it, as the database does. */
function hashOf(entry: Entry, previous: string): string {
  return createHash('sha256')
    .update(`${previous}\n${textOf(entry)}`)
    .digest('hex');
}

/** Formats an entry like the function "auditText" of the database: an array in JSON with a space after each comma. */
function textOf(e: Entry): string {
  const values = [
    ...[e.id, e.accountId, e.number, e.action, e.targetId, e.targetName, e.targetCount],
    ...[e.tokenId, e.tokenName, e.tokenKind, e.personId, e.personName, e.changesText],
    ...[e.address, e.requestId, e.at.getTime()],
  ];
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}
