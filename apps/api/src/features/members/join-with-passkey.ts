import type {
  AcceptInvitationWithPasskey,
  CreateInvitationPasskeyOptions,
  JoinedWithPasskey,
  PasskeyOptions,
} from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { describeBrowser } from '../accounts/describe-browser';
import { assertEmailAvailable } from '../accounts/persons';
import { assertNeedsNoProvider, openSession, type SignInRequest } from '../accounts/sessions';
import { createRegistrationOptions, verifyRegistration, type RelyingParty } from '../passkeys/registration';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes';
import { findInvitation, joinWorkspace, newPerson } from './invitations';

/**
 * Creates the options for the passkey of a new person. The person will have the ID of the invitation: so the challenge
 * belongs to the invitation, and the passkey to the person.
 */
export async function createJoinOptions(
  context: AppContext,
  relyingParty: RelyingParty,
  { token, email, name }: CreateInvitationPasskeyOptions,
): Promise<PasskeyOptions> {
  const { id } = await findInvitation(context.prisma, token);
  await assertNeedsNoProvider(context, '');
  const person = newPerson({ id, email, name, passwordHash: null });
  return createRegistrationOptions(context, relyingParty, { person, known: [] });
}

/** Joins as a new person with a passkey, which counts as a second factor, and without a password. */
export async function acceptWithPasskey(
  context: AppContext,
  request: SignInRequest,
  {
    token,
    email,
    name,
    credential,
    relyingParty,
  }: AcceptInvitationWithPasskey & { relyingParty: RelyingParty },
): Promise<{ joined: JoinedWithPasskey; secret: string }> {
  const { prisma } = context;
  const invitation = await findInvitation(prisma, token);
  const { id, accountId } = invitation;
  await assertNeedsNoProvider(context, '');
  const passkey = await verifyRegistration(context, { credential, relyingParty, personId: id });
  const secondFactorAt = new Date();
  const person = { ...newPerson({ id, email, name, passwordHash: null }), secondFactorAt };
  const join = prisma.$transaction(async (transaction) => {
    await assertEmailAvailable(transaction, email);
    await joinWorkspace(transaction, invitation, { person, isNew: true });
    const passkeyName = describeBrowser(request.userAgent);
    await transaction.passkey.create({ data: { id: newId(), name: passkeyName, ...passkey } });
    return replaceRecoveryCodes(transaction, id);
  });
  const recoveryCodes = await conflictIfTaken(
    join,
    'The email address or the passkey belongs to an account.',
  );
  const { session, secret } = await openSession(context, person, { ...request, accountId });
  return { joined: { ...session, recoveryCodes }, secret };
}
