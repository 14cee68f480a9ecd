import {
  isDeeperThan,
  LIMITS,
  StoreReply,
  type StoreCall,
  type StoreOperation,
  type StoreScope,
} from '@drover/contract';
import type { ClientBase } from 'pg';
import type { AppContext } from '../../context/app-context';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { transact } from '../../database/transaction';
import { invalid, orNotFound } from '../../errors/api-error';
import { rangeOf } from './keys';
import { applyChange, isOwnerMissing, problem, type StoreChange } from './operations';
import type { StoreOwner } from './owners';
import { selectEntry } from './statements';
import { readPage } from './stores';

/** The device whose script calls. */
interface Caller {
  deviceId: string;
  accountId: string;
}

const selectRun = defineStatement(
  ({ runId, deviceId, accountId }: Placeholders<Caller & { runId: string }>) =>
    db
      .selectFrom('Run as r')
      .innerJoin('Job as j', 'j.id', 'r.jobId')
      .leftJoin('Script as s', 's.id', 'j.scriptId')
      .select(['r.finishedAt', 'j.kind', 'j.scriptId', 's.accountId as publisherId'])
      .where('r.id', '=', runId)
      .where('r.deviceId', '=', deviceId)
      .where('r.accountId', '=', accountId),
);

/**
 * Handles a call by the script of a run. A change is made once: the reply to the last change of each run is stored with
 * the change, and a repeated call gets that reply.
 */
export async function callStore(context: AppContext, caller: Caller, call: StoreCall): Promise<StoreReply> {
  const { pool } = context;
  const { deviceId, accountId } = caller;
  const run = orNotFound(
    await executeFirst(pool, prepared(selectRun({ runId: call.runId, deviceId, accountId }))),
  );
  if (run.finishedAt) return problem('RUN_ENDED', 'the run has ended');
  const owner = findScope(caller, run, call.scope);
  if ('code' in owner) return owner;
  const { operation, n } = call;
  if (operation.type === 'get' || operation.type === 'list') return read(context, owner, operation);
  if (n === undefined) throw invalid('n', 'is required');
  const flaw = findFlaw(operation);
  if (flaw !== undefined) return problem('INVALID', flaw);
  return transact(pool, (client) => applyOnce(client, owner, { runId: call.runId, n, operation })).catch(
    (error: unknown) => {
      if (isOwnerMissing(error)) return problem('NO_STORE', 'what the store belongs to was deleted');
      throw error;
    },
  );
}

interface RunRow {
  kind: string;
  scriptId: string | null;
  publisherId: string | null;
}

/** Returns the store of a scope, or why the run cannot use it. */
function findScope(
  { accountId, deviceId }: Caller,
  { kind, scriptId, publisherId }: RunRow,
  scope: StoreScope,
): StoreOwner | ReturnType<typeof problem> {
  const isForeign = kind === 'script' && publisherId !== accountId;
  if (scope !== 'script' && isForeign) {
    return problem(
      'FORBIDDEN',
      `a script of another publisher has only its own store, not that of the ${scope}`,
    );
  }
  if (scope === 'device') return { accountId, ownerId: deviceId, kind: 'device' };
  if (scope === 'account') return { accountId, ownerId: accountId, kind: 'account' };
  if (scriptId === null) {
    const instead = 'use drover.store.device or drover.store.account';
    return problem('NO_STORE', `code that is not a saved script has no store of its own: ${instead}`);
  }
  return { accountId, ownerId: scriptId, kind: kind === 'devscript' ? 'devscript' : 'script' };
}

type Read = Exclude<StoreOperation, StoreChange>;

async function read(
  { pool }: AppContext,
  { accountId, ownerId }: StoreOwner,
  operation: Read,
): Promise<StoreReply> {
  if (operation.type === 'get') {
    const row = await executeFirst(pool, prepared(selectEntry({ accountId, ownerId, key: operation.key })));
    return { type: 'get', entry: row ? toStored(row) : null };
  }
  const { prefix, after, limit } = operation;
  const { rows, hasMore } = await readPage(pool, { accountId, ownerId, ...rangeOf(prefix, after) }, limit);
  return { type: 'list', entries: rows.map(toStored), hasMore };
}

function toStored(row: { key: string; value: string; version: string; expiresAt: Date | null }) {
  const { key, value: json, version, expiresAt } = row;
  return { key, json, version: Number(version), expiresAt: expiresAt?.toISOString() ?? null };
}

/** Returns why a value cannot be stored. */
function findFlaw(change: StoreChange): string | undefined {
  if (change.type !== 'set') return undefined;
  if (Buffer.byteLength(change.json) > LIMITS.storeValueBytes) {
    return `the value has more than ${LIMITS.storeValueBytes} bytes as JSON`;
  }
  try {
    const value: unknown = JSON.parse(change.json);
    const isDeep = isDeeperThan(LIMITS.jsonDepth, value);
    return isDeep ? `the value nests more than ${LIMITS.jsonDepth} levels deep` : undefined;
  } catch {
    return 'the value is not JSON';
  }
}

interface NumberedChange {
  runId: string;
  n: number;
  operation: StoreChange;
}

const lockCall = defineStatement(({ runId }: Placeholders<{ runId: string }>) =>
  db.selectFrom('StoreCall').select(['n', 'reply']).where('runId', '=', runId).forUpdate(),
);

const addCall = defineStatement(({ runId }: Placeholders<{ runId: string }>) =>
  db
    .insertInto('StoreCall')
    .values({ runId, n: 0, reply: '' })
    .onConflict((conflict) => conflict.column('runId').doNothing()),
);

const saveCall = defineStatement(
  ({ runId, n, reply }: Placeholders<{ runId: string; n: number; reply: string }>) =>
    db.updateTable('StoreCall').set({ n, reply }).where('runId', '=', runId),
);

/** Makes a change, and stores its reply in the same transaction. Repeats the reply to the last change. */
async function applyOnce(
  client: ClientBase,
  owner: StoreOwner,
  { runId, n, operation }: NumberedChange,
): Promise<StoreReply> {
  const last = await lockLastCall(client, runId);
  if (last.n === n) return StoreReply.parse(JSON.parse(last.reply));
  if (last.n > n) return problem('INVALID', `a later change than number ${n} of the run was made`);
  const reply = await applyChange(client, owner, operation);
  await execute(client, prepared(saveCall({ runId, n, reply: JSON.stringify(reply) })));
  return reply;
}

/** Returns the last change of a run, and locks it until the end of the transaction. */
async function lockLastCall(client: ClientBase, runId: string): Promise<{ n: number; reply: string }> {
  const last = await executeFirst(client, prepared(lockCall({ runId })));
  if (last) return last;
  await execute(client, prepared(addCall({ runId })));
  return (await executeFirst(client, prepared(lockCall({ runId })))) ?? { n: 0, reply: '' };
}
