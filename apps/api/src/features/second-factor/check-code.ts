import { LIMITS } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { Person } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';
import { consumeRecoveryCode } from './recovery-codes';
import { stepOfCode } from './totp';

/** What a person sends to sign in, and from where. */
export interface CodeAttempt {
  code: string | undefined;
  /** IP address. */
  address: string;
}

/** Fails unless the person has no second factor, or the code is a current one. Each code is accepted once. */
export async function assertSecondFactor(
  context: AppContext,
  person: Person,
  { code, address }: CodeAttempt,
): Promise<void> {
  if (person.secondFactorAt === null) return;
  const normalized = normalizeCode(code);
  if (normalized === '') throw new ApiError('secondFactorRequired');
  const isAccepted = /^\d{6}$/.test(normalized)
    ? await useTotpCode(context, person, { code: normalized, address })
    : await consumeRecoveryCode(context.prisma, person.id, normalized);
  if (!isAccepted) throw new ApiError('invalidCode');
}

/** Returns whether a code of the authenticator app is correct and was not used yet. */
async function useTotpCode(
  context: AppContext,
  { id, totpSecret }: Person,
  { code, address }: CodeAttempt & { code: string },
): Promise<boolean> {
  const { prisma, vault } = context;
  if (totpSecret === null) return false;
  await reserveAttempt(context, id, address);
  const step = stepOfCode(await vault.open(totpSecret, aboutTotp(id)), code);
  if (step === undefined) return false;
  const { count } = await prisma.person.updateMany({
    where: { id, OR: [{ totpStep: null }, { totpStep: { lt: step } }] },
    data: { totpStep: step, wrongCodes: 0 },
  });
  return count === 1;
}

/**
 * Counts a code as wrong before it is checked. After too many, codes are accepted only from addresses where the person
 * has a session, so that many addresses together cannot guess a code, and cannot lock the person out.
 */
async function reserveAttempt({ prisma }: AppContext, id: string, address: string): Promise<void> {
  const { count } = await prisma.person.updateMany({
    where: { id, wrongCodes: { lt: LIMITS.wrongCodes } },
    data: { wrongCodes: { increment: 1 } },
  });
  if (count === 1) return;
  const known = { personId: id, kind: 'session' as const, address, expiresAt: { gt: new Date() } };
  if (await prisma.accessToken.findFirst({ where: known, select: { id: true } })) return;
  throw new ApiError('tooManyRequests', {
    message:
      'Too many wrong codes were sent for this person. Sign in with a recovery code, or where you are signed in already.',
  });
}

/** Omits what people add when they type a code. */
export function normalizeCode(code = ''): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** Returns the additional data that binds an encrypted secret to its person. */
export function aboutTotp(personId: string): string[] {
  return ['totp', personId];
}
