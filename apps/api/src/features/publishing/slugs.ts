import { LIMITS } from '@drover/contract';
import { randomInt } from 'node:crypto';
import type { Prisma } from '../../database/client/client';
import type { AppContext } from '../../context/app-context';
import { takeLock } from '../../database/locks';

/** Only lower case, because slugs are not case-sensitive. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Returns the slug of a devscript's listing, and stores one if there is none yet. That may be before the first version
 * is published, because a promotion code contains the URL of the listing.
 */
export async function reserveSlug(
  transaction: Prisma.TransactionClient,
  devscript: { id: string; slug: string | null },
): Promise<string> {
  if (devscript.slug) return devscript.slug;
  // Free slugs are found and stored one after the other.
  await takeLock(transaction, 'slugs');
  const slug = await findFreeSlug(transaction);
  await transaction.devscript.update({ where: { id: devscript.id }, data: { slug } });
  return slug;
}

/** Tries slugs until one is unused by devscripts, and by scripts whose devscript was deleted. */
export async function findFreeSlug(
  { devscript, script }: Prisma.TransactionClient,
  propose: () => string = randomSlug,
): Promise<string> {
  for (;;) {
    const where = { slug: propose() };
    const isTaken = (await devscript.count({ where })) + (await script.count({ where })) > 0;
    if (!isTaken) return where.slug;
  }
}

/** Returns the URL of a script's public page. */
export function listingUrl({ publicUrl }: AppContext, slug: string): string {
  return `${publicUrl}/scripts/${slug}`;
}

function randomSlug(): string {
  return Array.from({ length: LIMITS.slugChars }, () => alphabet[randomInt(alphabet.length)]).join('');
}
