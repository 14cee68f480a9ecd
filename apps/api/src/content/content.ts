import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { AppContext } from '../context/app-context';
import type { Prisma } from '../database/client/client';
import { now } from '../database/expressions';
import { db, execute, prepared } from '../database/sql';
import { orNotFound } from '../errors/api-error';

/** Returns the bytes that have the SHA-256. */
export async function readContent({ prisma }: AppContext, sha256: string): Promise<Buffer> {
  return Buffer.from(orNotFound(await prisma.content.findUnique({ where: { sha256 } })).bytes);
}

/** Stores bytes under their SHA-256, so that equal files share one copy. */
export async function saveContent(transaction: Prisma.TransactionClient, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await transaction.content.upsert({
    where: { sha256 },
    create: { sha256, size: bytes.length, bytes: new Uint8Array(bytes) },
    update: { storedAt: new Date() },
  });
  return sha256;
}

/** Stores bytes whose SHA-256 is known, in a transaction of statements. */
export async function insertContent(client: PoolClient, sha256: string, bytes: Buffer): Promise<void> {
  const insert = db
    .insertInto('Content')
    .values({ sha256, size: bytes.length, bytes })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ storedAt: now }));
  await execute(client, prepared(insert));
}
