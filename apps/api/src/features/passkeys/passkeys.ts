import type {
  ConfirmPassword,
  CreatedPasskey,
  CreatePasskey,
  Passkey,
  PasskeyList,
  PasskeyOptions,
} from '@drover/contract';
import { LIMITS } from '@drover/contract';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { Passkey as Row } from '../../database/client/client';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { ApiError, orNotFound } from '../../errors/api-error';
import { notifyPerson } from '../mail/queue';
import { assertCurrentPassword, requirePerson } from '../second-factor/person-of-caller';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes';
import { clearSecondFactor, markSecondFactor } from '../second-factor/second-factor';
import { createRegistrationOptions, verifyRegistration, type RelyingParty } from './registration';

/** Lists the passkeys of the caller's person. Tokens of the workspace have none. */
export async function listPasskeys({ prisma }: AppContext, { personId }: Caller): Promise<PasskeyList> {
  const rows = await prisma.passkey.findMany({
    where: { personId: personId ?? '' },
    orderBy: { id: 'desc' },
  });
  return { count: rows.length, items: rows.map(toPasskey) };
}

export async function createPasskeyOptions(
  context: AppContext,
  caller: Caller,
  { currentPassword, relyingParty }: ConfirmPassword & { relyingParty: RelyingParty },
): Promise<PasskeyOptions> {
  const person = await requirePerson(context, caller);
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  const known = await context.prisma.passkey.findMany({ where: { personId: person.id } });
  if (known.length >= LIMITS.passkeys) throw new ApiError('conflict', { message: tooMany });
  return createRegistrationOptions(context, relyingParty, { person, known });
}

const tooMany = `A person can have at most ${LIMITS.passkeys} passkeys. Remove one first.`;

/** Registers a passkey, which counts as a second factor. Other sessions end. */
export async function createPasskey(
  context: AppContext,
  caller: Caller,
  { name, credential, relyingParty }: CreatePasskey & { relyingParty: RelyingParty },
): Promise<CreatedPasskey> {
  const person = await requirePerson(context, caller);
  const { id: personId, secondFactorAt } = person;
  const passkey = await verifyRegistration(context, { credential, relyingParty, personId });
  const creation = context.prisma.$transaction(async (transaction) => {
    const row = await transaction.passkey.create({ data: { id: newId(), name, ...passkey } });
    if ((await transaction.passkey.count({ where: { personId } })) > LIMITS.passkeys) {
      throw new ApiError('conflict', { message: tooMany });
    }
    await markSecondFactor(transaction, personId, caller.tokenId);
    const recoveryCodes = secondFactorAt ? [] : await replaceRecoveryCodes(transaction, personId);
    return { ...toPasskey(row), recoveryCodes };
  });
  const created = await conflictIfTaken(creation, 'This passkey is registered already.');
  await notifyPerson(context, person, { kind: 'secondFactorChanged' });
  return created;
}

/** Removes a passkey. Without another one and without an authenticator app, the second factor is off. */
export async function removePasskey(
  context: AppContext,
  caller: Caller,
  { passkeyId, currentPassword }: ConfirmPassword & { passkeyId: string },
): Promise<void> {
  const { prisma } = context;
  const where = { id: passkeyId, personId: caller.personId ?? '' };
  orNotFound(await prisma.passkey.findFirst({ where, select: { id: true } }));
  const person = await requirePerson(context, caller);
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  await prisma.$transaction(async (transaction) => {
    await transaction.passkey.deleteMany({ where });
    const { totpSecret } = await transaction.person.findUniqueOrThrow({ where: { id: person.id } });
    const others = await transaction.passkey.count({ where: { personId: person.id } });
    if (others === 0 && totpSecret === null) await clearSecondFactor(transaction, person.id);
  });
  await notifyPerson(context, person, { kind: 'secondFactorChanged' });
}

function toPasskey({ id, name, createdAt, lastUsedAt }: Row): Passkey {
  return {
    _id: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
