import type {
  ConfirmPassword,
  ConfirmSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSecret,
} from '@drover/contract';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { Prisma } from '../../database/client/client';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { notifyPerson } from '../mail/queue';
import { aboutTotp, normalizeCode } from './check-code';
import { assertCurrentPassword, requirePerson } from './person-of-caller';
import { replaceRecoveryCodes } from './recovery-codes';
import { newTotpSecret, stepOfCode, totpUri } from './totp';

export async function getSecondFactor(context: AppContext, caller: Caller): Promise<SecondFactor> {
  const { prisma } = context;
  const { id, secondFactorAt, totpSecret } = await requirePerson(context, caller);
  const where = { id: caller.accountId };
  const account = await prisma.account.findUnique({ where, select: { isSecondFactorRequired: true } });
  return {
    isOn: secondFactorAt !== null,
    hasApp: totpSecret !== null,
    since: secondFactorAt?.toISOString() ?? null,
    recoveryCodes: await prisma.recoveryCode.count({ where: { personId: id } }),
    isRequired: orNotFound(account).isSecondFactorRequired,
  };
}

/** Creates the next secret. The present one stays valid until a code of the next one was sent. */
export async function createSecondFactor(
  context: AppContext,
  caller: Caller,
  { currentPassword }: ConfirmPassword,
): Promise<SecondFactorSecret> {
  const person = await requirePerson(context, caller);
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  const secret = newTotpSecret();
  const totpDraft = await context.vault.seal(secret, aboutTotp(person.id));
  await context.prisma.person.update({ where: { id: person.id }, data: { totpDraft } });
  return { secret, uri: totpUri(secret, person.email) };
}

/** Turns the second factor on, and ends the sessions that began without it. */
export async function confirmSecondFactor(
  context: AppContext,
  caller: Caller,
  { code }: ConfirmSecondFactor,
): Promise<RecoveryCodes> {
  const { prisma, vault } = context;
  const person = await requirePerson(context, caller);
  const { id, totpDraft } = person;
  if (totpDraft === null) {
    throw new ApiError('conflict', { message: 'There is no new secret to confirm. Create one first.' });
  }
  const step = stepOfCode(await vault.open(totpDraft, aboutTotp(id)), normalizeCode(code));
  if (step === undefined) throw invalid('code', 'must be the current code of the authenticator app');
  const codes = await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.person.updateMany({
      where: { id, totpDraft },
      data: { totpSecret: totpDraft, totpDraft: null, totpStep: step, wrongCodes: 0 },
    });
    if (count === 0) throw new ApiError('conflict', { message: 'A newer secret was created. Use that one.' });
    await markSecondFactor(transaction, id, caller.tokenId);
    return { recoveryCodes: await replaceRecoveryCodes(transaction, id) };
  });
  await notifyPerson(context, person, { kind: 'secondFactorChanged' });
  return codes;
}

/** Requires a second factor from now on. Of the sessions, only the one that proved it stays. */
export async function markSecondFactor(
  transaction: Prisma.TransactionClient,
  personId: string,
  tokenId: string,
): Promise<void> {
  const sessions = { personId, kind: 'session' as const };
  await transaction.person.updateMany({
    where: { id: personId, secondFactorAt: null },
    data: { secondFactorAt: new Date() },
  });
  await transaction.accessToken.deleteMany({ where: { ...sessions, id: { not: tokenId } } });
  await transaction.accessToken.updateMany({
    where: { ...sessions, id: tokenId },
    data: { hasSecondFactor: true },
  });
  // Servers of the previous release must not sign the person in by the password alone.
  await transaction.account.updateMany({
    where: { id: personId },
    data: { email: null, passwordHash: null },
  });
}

/** Replaces the recovery codes. */
export async function createRecoveryCodes(
  context: AppContext,
  caller: Caller,
  { currentPassword }: ConfirmPassword,
): Promise<RecoveryCodes> {
  const person = await requirePerson(context, caller);
  if (person.secondFactorAt === null) {
    throw new ApiError('conflict', { message: 'The second factor is off. Turn it on first.' });
  }
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  const codes = context.prisma.$transaction((transaction) => replaceRecoveryCodes(transaction, person.id));
  return { recoveryCodes: await codes };
}

export async function removeSecondFactor(
  context: AppContext,
  caller: Caller,
  { currentPassword }: ConfirmPassword,
): Promise<void> {
  const person = await requirePerson(context, caller);
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  await context.prisma.$transaction(async (transaction) => {
    if ((await transaction.passkey.count({ where: { personId: person.id } })) === 0) {
      return clearSecondFactor(transaction, person.id);
    }
    // Passkeys stay a second factor.
    await transaction.person.update({ where: { id: person.id }, data: withoutTotp });
  });
  await notifyPerson(context, person, { kind: 'secondFactorChanged' });
}

const withoutTotp = { totpSecret: null, totpDraft: null, totpStep: null, wrongCodes: 0 };

/** Removes the second factor of a person with all that belongs to it. */
export async function clearSecondFactor(
  transaction: Pick<Prisma.TransactionClient, 'person' | 'recoveryCode' | 'passkey'>,
  personId: string,
): Promise<void> {
  await transaction.person.update({
    where: { id: personId },
    data: { secondFactorAt: null, ...withoutTotp },
  });
  await transaction.recoveryCode.deleteMany({ where: { personId } });
  await transaction.passkey.deleteMany({ where: { personId } });
}
