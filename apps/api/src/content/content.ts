import { createHash } from 'node:crypto';
import type { AppContext } from '../context/app-context';
import type { Prisma } from '../database/client/client';
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
