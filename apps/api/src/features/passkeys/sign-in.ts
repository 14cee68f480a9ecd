import type { PasskeyOptions, SignInWithPasskey } from '@drover/contract';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AppContext } from '../../context/app-context';
import type { Passkey, Person } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';
import {
  assertNeedsNoProvider,
  openSession,
  type NewSession,
  type SignInRequest,
} from '../accounts/sessions';
import { consumeChallenge, saveChallenge } from './challenges';
import type { RelyingParty } from './registration';

/** Creates options for a browser that does not say who signs in: it offers the passkeys that it has. */
export async function createSignInOptions(
  context: AppContext,
  relyingParty: RelyingParty,
): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty.id,
    userVerification: 'required',
  });
  await saveChallenge(context, options.challenge, null);
  return { options: { ...options } };
}

/** Signs in by a passkey. It proves a device and who holds it, so it needs no second factor. */
export async function signInWithPasskey(
  context: AppContext,
  { credential, relyingParty }: SignInWithPasskey & { relyingParty: RelyingParty },
  request: SignInRequest,
): Promise<NewSession> {
  const { prisma } = context;
  const expectedChallenge = await consumeChallenge(context, credential.response.clientDataJSON, null);
  const passkey = await prisma.passkey.findUnique({
    where: { credentialId: credential.id },
    include: { person: true },
  });
  if (!passkey || !isOfPerson(passkey, credential)) throw new ApiError('invalidPasskey');
  const counter = await verifySignature(passkey, credential, { ...relyingParty, expectedChallenge });
  // A counter that does not grow belongs to a copy of the passkey.
  const { count } = await prisma.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: new Date() },
  });
  if (count === 0) throw new ApiError('invalidPasskey');
  await assertNeedsNoProvider(context, passkey.personId);
  return openSession(context, passkey.person, request);
}

type Credential = SignInWithPasskey['credential'];

function isOfPerson({ personId }: Passkey, { response }: Credential): boolean {
  return Buffer.from(response.userHandle ?? '', 'base64url').toString() === personId;
}

/** Returns the next counter of the passkey. */
async function verifySignature(
  { credentialId, publicKey, counter }: Passkey & { person: Person },
  credential: Credential,
  { origin, id, expectedChallenge }: RelyingParty & { expectedChallenge: string },
): Promise<bigint> {
  const result = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) throw new ApiError('invalidPasskey');
  return BigInt(result.authenticationInfo.newCounter);
}
