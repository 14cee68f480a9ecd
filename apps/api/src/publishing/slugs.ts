import { LIMITS } from '@drover/contract';
import { randomInt } from 'node:crypto';
import type { Prisma } from '../database/client/client';
import type { Service } from '../service';

/** Any number: whoever looks for a free slug holds this lock until its own is kept. */
const slugLock = 7_301_002;

/** Lower case alone, because slugs compare without regard to case. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * The slug of a devscript's listing. It is kept when it is first needed, which may be before the first publish: a
 * promotion code names the page that the listing will have.
 */
export async function reserveSlug(
  transaction: Prisma.TransactionClient,
  devscript: { id: string; slug: string | null },
): Promise<string> {
  if (devscript.slug) return devscript.slug;
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${slugLock}::bigint)`;
  const slug = await findFreeSlug(transaction);
  await transaction.devscript.update({ where: { id: devscript.id }, data: { slug } });
  return slug;
}

/** Proposes until nothing has the slug: no devscript, and no script whose devscript is gone. */
export async function findFreeSlug(
  { devscript, script }: Prisma.TransactionClient,
  propose: () => string = newSlug,
): Promise<string> {
  for (;;) {
    const where = { slug: propose() };
    const isTaken = (await devscript.count({ where })) + (await script.count({ where })) > 0;
    if (!isTaken) return where.slug;
  }
}

/** The public page of a script. */
export function listingUrl({ publicUrl }: Service, slug: string): string {
  return `${publicUrl}/scripts/${slug}`;
}

function newSlug(): string {
  return Array.from({ length: LIMITS.slugChars }, () => alphabet[randomInt(alphabet.length)]).join('');
}
