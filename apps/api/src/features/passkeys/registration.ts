import type { CreatePasskey, PasskeyOptions } from '@drover/contract';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AppContext } from '../../context/app-context';
import type { Passkey, Person } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';
import { consumeChallenge, saveChallenge } from './challenges';

/** The console as the browser of a request sees it. Passkeys belong to the host name of its address. */
export interface RelyingParty {
  /** Scheme, host name and port: `https://drover.example.org`. */
  origin: string;
  /** The host name. */
  id: string;
}

interface Owner {
  person: Pick<Person, 'id' | 'email' | 'name'>;
  known: Pick<Passkey, 'credentialId'>[];
}

/** Creates the options with which a browser creates a passkey of a person. */
export async function createRegistrationOptions(
  context: AppContext,
  relyingParty: RelyingParty,
  { person, known }: Owner,
): Promise<PasskeyOptions> {
  const options = await generateRegistrationOptions({
    rpName: 'Drover',
    rpID: relyingParty.id,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await saveChallenge(context, options.challenge, person.id);
  return { options: { ...options } };
}

interface Registration extends Pick<CreatePasskey, 'credential'> {
  relyingParty: RelyingParty;
  personId: string;
}

/** What the database stores of a new passkey. */
type NewPasskey = Pick<Passkey, 'personId' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Verifies a new passkey, whose challenge was issued for this person and can be used once. */
export async function verifyRegistration(
  context: AppContext,
  { credential, relyingParty, personId }: Registration,
): Promise<NewPasskey> {
  const expectedChallenge = await consumeChallenge(context, credential.response.clientDataJSON, personId);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new ApiError('invalidPasskey');
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  const transports = credential.response.transports ?? [];
  return { personId, credentialId, publicKey, counter: BigInt(counter), transports };
}
