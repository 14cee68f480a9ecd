import { escapeLiteral } from 'pg';
import type { Prisma } from './client/client';

/**
 * SQL of a transaction's lock. PostgreSQL has one space of such locks per database, so the number is made of the schema as
 * well: installations in several schemas of one database do not wait for each other.
 */
export function lockSql(name: string): string {
  return `SELECT pg_advisory_xact_lock(hashtextextended(current_schema()::text || '.' || ${escapeLiteral(name)}, 0))`;
}

/** Waits for a lock and holds it until the end of the transaction. */
export async function takeLock(transaction: Prisma.TransactionClient, name: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(current_schema()::text || '.' || ${name}::text, 0))`;
}
