import type { AuditPolicy, JobKind } from '@drover/contract';
import { expressionBuilder, type Expression } from 'kysely';
import type { AppContext } from '../../context/app-context';
import { anyOf, enumValue } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { AuditWriter, Author, ChangedTarget } from '../../http/audit';
import { compareRecords, findAuditedTable, type AuditedTableName } from './audited-tables';

/** Names that an entry of several targets contains. */
const shownNames = 3;

interface NewEntry extends Author {
  id: string;
  action: string;
  targetId: string | null;
  targetName: string | null;
  targetCount: number | null;
  changes: string;
}

/** Inserts an entry. The same statement reads the name of the target, unless it is known. */
function defineInsert(table?: AuditedTableName) {
  return defineStatement((entry: Placeholders<NewEntry>) => {
    const name = table && nameOf(table).where('id', '=', entry.targetId);
    const targetName = name ? db.fn.coalesce(entry.targetName, name) : entry.targetName;
    // A trigger adds the entry to the chain of the workspace.
    return db.insertInto('AuditEntry').values({ ...entry, targetName });
  });
}

/** Members are shown with the names of their persons. */
const namedMembers = db
  .selectFrom('Member as m')
  .innerJoin('Person as p', 'p.id', 'm.personId')
  .select(['m.id', 'm.accountId', 'm.role', 'p.name'])
  .as('Member');

/** Identities are shown with their email addresses. */
const namedIdentities = db.selectFrom('Identity').select(['id', 'email as name']).as('Identity');

/** Code and updates of agents have no names of their own. The console translates these. */
function nameByKind(kind: Expression<JobKind | null>, name: Expression<string>) {
  const eb = expressionBuilder();
  return eb
    .case()
    .when(kind, '=', enumValue('JobKind', 'execute'))
    .then<string>('one-off code')
    .when(kind, '=', enumValue('JobKind', 'update'))
    .then('update of agents')
    .else(name)
    .end();
}

const namedApprovals = db
  .selectFrom('Approval')
  .select(({ ref }) => ['id', 'accountId', nameByKind(ref('jobKind'), ref('name')).as('name')])
  .as('Approval');

const namedJobs = db
  .selectFrom('Job')
  .select(({ ref }) => ['id', 'accountId', nameByKind(ref('kind'), ref('name')).as('name')])
  .as('Job');

/** Tables without a name, or with another one. */
const named: Partial<Record<AuditedTableName, unknown>> = {
  Approval: namedApprovals,
  Job: namedJobs,
  Member: namedMembers,
  Identity: namedIdentities,
};

/** The rows of an audited table. All have a name. */
const rowsOf = (table: AuditedTableName) => db.selectFrom((named[table] ?? table) as 'Device');

const nameOf = (table: AuditedTableName) => rowsOf(table).select('name');

type Insert = ReturnType<typeof defineInsert>;
const inserts = new Map<AuditedTableName | undefined, Insert>();

function insertInto(table?: AuditedTableName): Insert {
  const insert = inserts.get(table) ?? defineInsert(table);
  inserts.set(table, insert);
  return insert;
}

/** What is known of the targets before a change. */
interface Before {
  row?: Record<string, unknown>;
  names?: string[];
}

/** Writes the entries of the audit log, with the names of their targets and the fields that changed. */
export function createAuditWriter(context: AppContext): AuditWriter<Before> {
  return {
    readBefore: (policy, target) => readBefore(context, policy, target),
    write: (policy, target, before) => writeEntry(context, policy, { target, before }),
  };
}

/** Reads the record of a change that is compared, and the names of records that are about to be deleted. */
async function readBefore(
  context: AppContext,
  policy: AuditPolicy,
  { accountId, targetId, deviceIds }: ChangedTarget,
): Promise<Before> {
  if (deviceIds.length > 0) {
    const ids = deviceIds.slice(0, shownNames);
    const select = nameOf('Device').where('accountId', '=', accountId).where('id', '=', anyOf(ids));
    return { names: (await execute(context.pool, select)).map(({ name }) => name) };
  }
  const isRead = policy.action.endsWith('.remove') || isCompared(policy);
  const table = isRead && targetId !== undefined ? findAuditedTable(policy)?.table : undefined;
  return table ? { row: await readRow(context, { table, accountId, targetId: targetId ?? '' }) } : {};
}

/** Whether entries of the policy contain the changed fields. */
function isCompared(policy: AuditPolicy): boolean {
  return /\.(update|pricing)$/.test(policy.action) && (findAuditedTable(policy)?.compared.length ?? 0) > 0;
}

interface RowOf {
  table: AuditedTableName;
  accountId: string;
  targetId: string;
}

async function readRow(
  { pool }: AppContext,
  { table, accountId, targetId }: RowOf,
): Promise<Record<string, unknown> | undefined> {
  const select = rowsOf(table).selectAll().where('id', '=', targetId);
  // An account owns itself, published scripts are visible to all accounts, passkeys and identities belong to people.
  const isOpen = ['Account', 'Script', 'Passkey', 'Identity'].includes(table);
  return executeFirst(pool, isOpen ? select : select.where('accountId', '=', accountId));
}

interface Changed {
  target: ChangedTarget & Author;
  before?: Before;
}

async function writeEntry(
  context: AppContext,
  policy: AuditPolicy,
  { target: { targetId, deviceIds, ...author }, before }: Changed,
): Promise<void> {
  const audited = findAuditedTable(policy);
  const row = before?.row;
  const isChange = row !== undefined && audited !== undefined && targetId !== undefined && isCompared(policy);
  const after = isChange && (await readRow(context, { ...author, table: audited.table, targetId }));
  const changes = after ? compareRecords(audited?.compared ?? [], row ?? {}, after) : [];
  const known = before?.names?.join(', ') ?? (row?.name as string | null | undefined);
  const insert = insertInto(targetId === undefined ? undefined : audited?.table);
  const entry: NewEntry = {
    ...author,
    id: newId(),
    action: policy.action,
    targetId: policy.target === null ? null : (targetId ?? null),
    targetName: known ?? null,
    targetCount: deviceIds.length > 0 ? deviceIds.length : null,
    changes: JSON.stringify(changes),
  };
  await execute(context.pool, prepared(insert(entry)));
}
