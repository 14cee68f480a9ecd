import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';
import { ConfirmPassword, SignInCode } from './second-factor.schemas';

/** An account at an identity provider, with which a person signs in. */
export const Identity = z.object({
  _id: Id,
  providerId: z.string().meta({ description: 'ID of the identity provider in the settings of the server' }),
  providerName: z.string(),
  email: z.string().nullable().meta({ description: 'as the provider said at the last sign-in' }),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
});
export type Identity = z.infer<typeof Identity>;

export const IdentityList = listOf(Identity);
export type IdentityList = z.infer<typeof IdentityList>;

const ProviderId = z.string().max(32).meta({ description: 'an ID of `GET /v1/installation`' });

export const StartSignIn = z.object({ providerId: ProviderId });
export type StartSignIn = z.infer<typeof StartSignIn>;

export const StartLink = ConfirmPassword.extend({ providerId: ProviderId });
export type StartLink = z.infer<typeof StartLink>;

/** Where the browser continues. It can come back for ten minutes, once, and only this browser can. */
export const ProviderRedirect = z.object({
  url: z.string().meta({ description: 'page of the identity provider' }),
});
export type ProviderRedirect = z.infer<typeof ProviderRedirect>;

/** What the identity provider sent the browser back with. */
export const ProviderCallback = z.object({
  providerId: ProviderId,
  parameters: text(LIMITS.callbackChars).meta({
    description: 'query string of the page to which the provider redirected: `code=…&state=…`',
  }),
});
export type ProviderCallback = z.infer<typeof ProviderCallback>;

export const SignInWithProvider = ProviderCallback.extend({
  code: SignInCode.optional().meta({
    description:
      'of a person with a second factor, unless that of the provider counts. Send it with the same parameters',
  }),
});
export type SignInWithProvider = z.infer<typeof SignInWithProvider>;

/** Where the session at the identity provider can be ended too. */
export const SignedOut = z.object({
  url: z.string().nullable().meta({ description: 'page of the identity provider, if it offers one' }),
});
export type SignedOut = z.infer<typeof SignedOut>;

/** OpenID Connect Back-Channel Logout 1.0, which identity providers send as a form. */
export const LogoutRequest = z.object({
  logout_token: z.string().max(LIMITS.callbackChars).meta({ description: 'a signed JWT' }),
});
export type LogoutRequest = z.infer<typeof LogoutRequest>;

/** OpenID Connect Front-Channel Logout 1.0: a page of the provider loads the address with these in a frame. */
export const FrontChannelLogout = z.object({
  iss: z.string().max(2048).meta({ description: 'issuer of the ID tokens of the provider' }),
  sid: z.string().min(1).max(2048).meta({ description: 'ID of the session at the provider' }),
});
export type FrontChannelLogout = z.infer<typeof FrontChannelLogout>;

export const EndedSessions = z.object({
  sessions: z.number().int().meta({ description: 'number of sessions that ended' }),
});
export type EndedSessions = z.infer<typeof EndedSessions>;
