import { ApiError } from '../errors/api-error';
import { int } from './expressions';
import { db, execute, executeFirst, type SqlClient } from './sql';
import type { Tables } from './tables';

/** Tables whose rows have an account and a name. */
type NamedTable = {
  [Table in keyof Tables]: Tables[Table] extends { accountId: unknown; name: unknown } ? Table : never;
}[keyof Tables];

interface Quota {
  accountId: string;
  table: NamedTable;
  /** Limit per account. */
  max: number;
  /** Error message if the limit is reached. */
  message: string;
  /** Name of an existing row that the new one replaces, which does not count. */
  replacedName?: string;
}

/**
 * Throws if an account has reached a limit. Call it in the transaction that inserts the row, before the insert. Locks the
 * account, so that concurrent inserts wait for each other and are all counted.
 */
export async function assertQuota(
  client: SqlClient,
  { accountId, table, max, message, replacedName }: Quota,
): Promise<void> {
  await execute(client, db.selectFrom('Account').select('id').where('id', '=', accountId).forNoKeyUpdate());
  const select = db
    .selectFrom(table)
    .select((eb) => int(eb.fn.countAll()).as('count'))
    .where('accountId', '=', accountId)
    .$if(replacedName !== undefined, (query) => query.where('name', '!=', replacedName ?? ''));
  const existing = await executeFirst(client, select);
  if ((existing?.count ?? 0) >= max) throw new ApiError('conflict', { message });
}
