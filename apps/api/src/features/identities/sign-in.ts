import type { Role, SignInWithProvider } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { IdentityProvider } from '../../context/identity-providers';
import type { Person } from '../../database/client/client';
import { conflictIfTaken } from '../../database/conflict';
import { newId } from '../../database/ids';
import { ApiError } from '../../errors/api-error';
import { findDirectoryEntry, joinByDirectory } from '../directory/sign-in';
import { findProviderWorkspace } from '../accounts/single-sign-on';
import { openSession, type NewSession, type SignInRequest } from '../accounts/sessions';
import { setRoleByProvider, type ChangedMember } from '../members/members';
import { assertSecondFactor } from '../second-factor/check-code';
import { countSignInAttempt, forgetSignInAttempts } from '../second-factor/sign-in-attempts';
import { verifyCallback, type ReturnedVisit, type VerifiedIdentity } from './provider-sign-ins';

/** A session, and what the sign-in changed in the workspace of the provider. */
interface ProviderLogin extends NewSession {
  changed: ChangedMember | undefined;
}

/** Signs in as the person of an identity, who is created at the first sign-in. */
export async function signInWithProvider(
  context: AppContext,
  { code, browser, ...callback }: SignInWithProvider & { browser: string },
  request: SignInRequest,
): Promise<ProviderLogin> {
  const { prisma } = context;
  const visit = await verifyCallback(context, { browser, personId: null }, callback);
  const { provider, identity } = visit;
  const { issuer, subject, sid, email, idToken } = identity;
  const accountId = await findWorkspace(context, provider);
  // A directory decides about its users in place of the claims.
  const entry = await findDirectoryEntry(context, accountId, email);
  if (entry ? !entry.isActive : identity.role === null) throw new ApiError('identityNotAllowed');
  const role = entry?.role ?? identity.role;
  if (role === null) throw new ApiError('identityNotAllowed');
  const key = { issuer_subject: { issuer, subject } };
  const known = await prisma.identity.findUnique({ where: key, include: { person: true } });
  const found = known
    ? { person: known.person, changed: undefined }
    : await createPerson(context, visit, { accountId, role });
  await assertOwnSecondFactor(context, found.person, { visit, code, address: request.address });
  const personId = found.person.id;
  const isMapped = known !== null && provider.roleClaim !== undefined;
  const updated = entry
    ? await joinByDirectory(context, accountId, { userId: entry.userId, personId })
    : isMapped && (await setRoleByProvider(context, { accountId, personId, role }));
  await prisma.identity.update({
    where: key,
    data: { lastUsedAt: new Date(), providerId: provider.id, email },
  });
  const isMember = await prisma.member.findFirst({ where: { accountId, personId }, select: { id: true } });
  const session = await openSession(context, found.person, {
    ...request,
    accountId: isMember ? accountId : undefined,
    provider: {
      ...{ providerId: provider.id, accountId, issuer, subject, sid },
      idToken: idToken === undefined ? undefined : Buffer.from(idToken, 'base64'),
      hasFactor: provider.isSecondFactor,
    },
  });
  return { ...session, changed: found.changed ?? (updated || undefined) };
}

/** Returns the workspace that people of the provider join. */
async function findWorkspace(context: AppContext, provider: IdentityProvider): Promise<string> {
  const accountId = await findProviderWorkspace(context, provider);
  if (accountId) return accountId;
  const { id, workspace } = provider;
  context.log.warn({ provider: id, workspace }, 'the workspace of an identity provider does not exist');
  throw new ApiError('identityNotAllowed');
}

/** Creates the person of a new identity. Never joins it to an account that has the same email address. */
async function createPerson(
  { prisma }: AppContext,
  { provider, identity: { issuer, subject, email, name } }: ReturnedVisit,
  { accountId, role }: { accountId: string; role: Role },
): Promise<{ person: Person; changed: ChangedMember }> {
  if (email === null) throw new ApiError('emailNotVerified');
  if (await prisma.person.findUnique({ where: { email }, select: { id: true } })) {
    throw new ApiError('identityNotLinked');
  }
  const [personId, memberId] = [newId(), newId()];
  const create = prisma.$transaction(async (transaction) => {
    const person = await transaction.person.create({ data: { id: personId, email, name: name ?? email } });
    await transaction.identity.create({
      data: { id: newId(), personId, providerId: provider.id, issuer, subject, email },
    });
    await transaction.member.create({ data: { id: memberId, accountId, personId, role } });
    return person;
  });
  const person = await conflictIfTaken(create, 'You are signing in twice at the same time. Try again.');
  return { person, changed: { action: 'member.create', accountId, memberId } };
}

interface CodeOfVisit {
  visit: ReturnedVisit;
  code: string | undefined;
  address: string;
}

/** Asks a person with a second factor for a code, unless the one of the provider counts. */
async function assertOwnSecondFactor(
  context: AppContext,
  person: Person,
  { visit: { provider, signIn, identity }, code, address }: CodeOfVisit,
): Promise<void> {
  if (provider.isSecondFactor || person.secondFactorAt === null) return;
  const { providerSignIn } = context.prisma;
  if (signIn.verified === null)
    await providerSignIn.create({ data: { ...signIn, verified: toJson(identity) } });
  if (!code) throw new ApiError('secondFactorRequired');
  const key = await countSignInAttempt(context, person.email, address);
  await assertSecondFactor(context, person, { code, address });
  await forgetSignInAttempts(context, key);
  await providerSignIn.deleteMany({ where: { hash: signIn.hash } });
}

const toJson = (identity: VerifiedIdentity) => ({ ...identity });
