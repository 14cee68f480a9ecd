import { ApiError } from '../http/api-error';
import type { Prisma } from './client/client';
import type { Statements } from './statements';

interface Room {
  accountId: string;
  table: Prisma.ModelName;
  /** How many an account may have. */
  max: number;
  /** What is told where it has as many. */
  message: string;
  /** Whose place the new one takes, where it is there: it needs no room. */
  replacedName?: string;
}

/**
 * Refuses one more where an account has as many as it may. To be called in the transaction that makes it, and before:
 * of those that are made at once each waits here for the one before, and counts it.
 */
export async function refuseWhereFull(
  client: Statements,
  { accountId, table, max, message, replacedName }: Room,
): Promise<void> {
  await client.query('SELECT id FROM "Account" WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  const others = replacedName === undefined ? '' : 'AND name <> $2';
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM "${table}" WHERE "accountId" = $1 ${others}`,
    replacedName === undefined ? [accountId] : [accountId, replacedName],
  );
  if ((rows[0]?.count ?? 0) >= max) throw new ApiError('conflict', { message });
}
