import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** A key pair in a browser, a phone or a security key, with which its person signs in. */
export const Passkey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyList = listOf(Passkey);
export type PasskeyList = z.infer<typeof PasskeyList>;

/** What a browser needs to create or to use a passkey. Valid for five minutes, once. */
export const PasskeyOptions = z.object({
  options: z.record(z.string(), z.unknown()).meta({
    description: 'options of `navigator.credentials` in the JSON form of WebAuthn',
  }),
});
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const bytes = z.string().max(LIMITS.passkeyResponseChars).meta({ description: 'in Base64url' });

/** What a browser returns for a new passkey, in the JSON form of WebAuthn. */
export const PasskeyRegistration = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
});

export const CreatePasskey = z.object({
  name: text(LIMITS.passkeyNameChars, 1),
  credential: PasskeyRegistration,
});
export type CreatePasskey = z.infer<typeof CreatePasskey>;

/** The recovery codes are those of a person who had no second factor before. */
export const CreatedPasskey = Passkey.extend({
  recoveryCodes: z.array(z.string()).meta({
    description: 'returned once, with the first passkey of a person without a second factor; empty otherwise',
  }),
});
export type CreatedPasskey = z.infer<typeof CreatedPasskey>;

/** What a browser signs to sign in, in the JSON form of WebAuthn. */
const Assertion = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});

export const SignInWithPasskey = z.object({ credential: Assertion });
export type SignInWithPasskey = z.infer<typeof SignInWithPasskey>;
