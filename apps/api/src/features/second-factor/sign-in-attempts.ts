import { LIMITS } from '@drover/contract';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { AppContext } from '../../context/app-context';
import { now, secondsFromNow } from '../../database/expressions';
import { db, executeFirst } from '../../database/sql';
import { ApiError } from '../../errors/api-error';

/** The first lock after too many attempts. Each further attempt doubles it. */
const firstLockSeconds = 900;

/** After so long, attempts without a lock are forgotten. */
const rememberSeconds = 3600;

/** After so long, a lock that has ended is forgotten. */
const rememberLockSeconds = 86_400;

/** What an attempt changes if there were others before it. The pause doubles with each attempt beyond the limit. */
const attempts = sql<number>`${sql.ref('SignInAttempts.attempts')} + 1`;
const lockSeconds = sql<number | null>`CASE WHEN ${attempts} >= ${LIMITS.signInAttempts} THEN
  least(${LIMITS.signInLockSecondsMax}, ${firstLockSeconds} * 2 ^ least(${attempts} - ${LIMITS.signInAttempts}, 10)) END`;
const remember = sql<number>`coalesce(${lockSeconds} + ${rememberLockSeconds}, ${rememberSeconds})`;

/**
 * Counts an attempt to prove who somebody is, on all servers together, before it is checked. Fails if there were too
 * many. Counts each address apart, so that nobody can lock others out, and unknown email addresses like known ones.
 * Returns the key with which a success is reported.
 */
export async function countSignInAttempt(
  { pool, prisma, settings }: AppContext,
  email: string,
  address: string,
): Promise<string> {
  const key = signInKey(email, address);
  if (settings.RATE_LIMIT === 0) return key;
  await prisma.signInAttempts.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  const insert = db
    .insertInto('SignInAttempts')
    .values({ key, attempts: 1, expiresAt: secondsFromNow(rememberSeconds) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          attempts,
          lockedUntil: secondsFromNow(lockSeconds),
          expiresAt: secondsFromNow(remember),
        })
        .where((eb) =>
          eb.or([eb('SignInAttempts.lockedUntil', 'is', null), eb('SignInAttempts.lockedUntil', '<=', now)]),
        ),
    )
    .returning('attempts');
  if (await executeFirst(pool, insert)) return key;
  const row = await prisma.signInAttempts.findUnique({ where: { key } });
  const waitMs = (row?.lockedUntil?.getTime() ?? 0) - Date.now();
  throw new ApiError('tooManyRequests', {
    message: 'Too many attempts to sign in from your address. Wait for the time in Retry-After.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/** Returns the key under which attempts are counted. */
export function signInKey(email: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([email, address]))
    .digest('hex');
}

/** Forgets the attempts of a key after a success. */
export async function forgetSignInAttempts({ prisma }: AppContext, key: string): Promise<void> {
  await prisma.signInAttempts.deleteMany({ where: { key } });
}
