import type {
  ConfirmPassword,
  Identity,
  IdentityList,
  ProviderCallback,
  ProviderRedirect,
  StartLink,
} from '@drover/contract';
import { LIMITS } from '@drover/contract';
import type { Caller } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import type { Identity as Row } from '../../database/client/client';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { ApiError, orNotFound } from '../../errors/api-error';
import { assertCurrentPassword, requirePerson } from '../second-factor/person-of-caller';
import { startProviderSignIn, verifyCallback } from './provider-sign-ins';

/** Lists the identities of the caller's person. Tokens of the workspace have none. */
export async function listIdentities(context: AppContext, { personId }: Caller): Promise<IdentityList> {
  const rows = await context.prisma.identity.findMany({
    where: { personId: personId ?? '' },
    orderBy: { id: 'desc' },
  });
  return { count: rows.length, items: rows.map((row) => toIdentity(context, row)) };
}

/** Returns where the browser of the caller continues to link an identity. */
export async function startLink(
  context: AppContext,
  caller: Caller,
  { providerId, currentPassword, browser }: StartLink & { browser: string },
): Promise<ProviderRedirect> {
  const person = await requirePerson(context, caller);
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  await assertRoom(context, person.id);
  return startProviderSignIn(context, { browser, personId: person.id }, providerId);
}

/** Links the identity that a browser came back with to the caller's person. */
export async function createIdentity(
  context: AppContext,
  caller: Caller,
  { browser, ...callback }: ProviderCallback & { browser: string },
): Promise<Identity> {
  const { id: personId, email: ownEmail } = await requirePerson(context, caller);
  const visit = await verifyCallback(context, { browser, personId }, callback);
  await assertRoom(context, personId);
  const { issuer, subject, email } = visit.identity;
  // Only the member's own address may be linked, so that a stolen password is not enough.
  const isIncomplete = caller.lacksSingleSignOn || caller.lacksSecondFactor;
  if (isIncomplete && email !== ownEmail) throw new ApiError('identityNotAllowed');
  const create = context.prisma.identity.create({
    data: { id: newId(), personId, providerId: visit.provider.id, issuer, subject, email },
  });
  return toIdentity(
    context,
    await conflictIfTaken(create, 'This account is linked already, to you or to somebody else.'),
  );
}

async function assertRoom({ prisma }: AppContext, personId: string): Promise<void> {
  if ((await prisma.identity.count({ where: { personId } })) < LIMITS.identities) return;
  throw new ApiError('conflict', {
    message: `You can link at most ${LIMITS.identities} accounts. Unlink one first.`,
  });
}

/** Unlinks an identity, and ends the sessions that began with it. The last way to sign in stays. */
export async function removeIdentity(
  context: AppContext,
  caller: Caller,
  { identityId, currentPassword }: ConfirmPassword & { identityId: string },
): Promise<void> {
  const { prisma } = context;
  const where = { id: identityId, personId: caller.personId ?? '' };
  const { issuer, subject } = orNotFound(await prisma.identity.findFirst({ where }));
  const person = await requirePerson(context, caller);
  await assertCurrentPassword(context, person, { currentPassword, address: caller.address });
  await prisma.$transaction(async (transaction) => {
    await transaction.identity.deleteMany({ where });
    await transaction.accessToken.deleteMany({
      where: { personId: person.id, id: { not: caller.tokenId }, providerSession: { issuer, subject } },
    });
    const ofPerson = { where: { personId: person.id } };
    const others = (await transaction.identity.count(ofPerson)) + (await transaction.passkey.count(ofPerson));
    if (others > 0 || person.passwordHash !== null) return;
    throw new ApiError('conflict', {
      message:
        'You could not sign in any more. Set a password, or add a passkey, before you unlink this account.',
    });
  });
}

function toIdentity({ settings }: AppContext, row: Row): Identity {
  const { id, providerId, issuer, email, createdAt, lastUsedAt } = row;
  const provider = settings.DROVER_IDENTITY_PROVIDERS?.find((one) => one.id === providerId);
  return {
    ...{ _id: id, providerId, providerName: provider?.name ?? new URL(issuer).hostname, email },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
