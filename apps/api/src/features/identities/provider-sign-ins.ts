import type { ProviderCallback, ProviderRedirect, Role } from '@drover/contract';
import * as oidc from 'openid-client';
import { hashSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import type { IdentityProvider } from '../../context/identity-providers';
import type { ProviderSignIn } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';
import { assertAllowedDomain, nameOf, roleOf, verifiedEmailOf, type Claims } from './claims';
import { callbackUrl, createClient, findProvider, providerError } from './provider-clients';
import { sealIdToken } from './sign-out';

/** How long a person has time to sign in at the provider. */
export const providerSignInMs = 600_000;

/** A browser that is sent to a provider, or that comes back. */
export interface ProviderVisit {
  /** The secret in the cookie of the browser. */
  browser: string;
  /** The person who links an account. Null for signing in. */
  personId: string | null;
}

/** Who has signed in at a provider. */
export interface VerifiedIdentity {
  issuer: string;
  subject: string;
  /** ID of the session at the provider. */
  sid: string | null;
  /** The ID token, encrypted, in Base64. */
  idToken?: string;
  /** Null if the provider has not verified it. */
  email: string | null;
  name: string | null;
  /** Null if the claims give no access. */
  role: Role | null;
}

/** Remembers a browser, and returns where it continues. */
export async function startProviderSignIn(
  context: AppContext,
  { browser, personId }: ProviderVisit,
  providerId: string,
): Promise<ProviderRedirect> {
  const provider = findProvider(context, providerId);
  const client = await createClient(context, provider);
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const codeVerifier = oidc.randomPKCECodeVerifier();
  const url = oidc.buildAuthorizationUrl(client, {
    redirect_uri: callbackUrl(context, provider),
    scope: provider.scopes,
    response_type: 'code',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  const { providerSignIn } = context.prisma;
  await providerSignIn.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  const expiresAt = new Date(Date.now() + providerSignInMs);
  await providerSignIn.create({
    data: {
      ...{ hash: hashSecret(state), browserHash: hashSecret(browser), providerId },
      ...{ nonce, codeVerifier, personId, expiresAt },
    },
  });
  return { url: url.href };
}

/** A browser that came back, and who it belongs to. */
export interface ReturnedVisit {
  provider: IdentityProvider;
  signIn: ProviderSignIn;
  identity: VerifiedIdentity;
}

/** Verifies what a provider sent a browser back with. Only the browser that was sent can come back, once. */
export async function verifyCallback(
  context: AppContext,
  { browser, personId }: ProviderVisit,
  { providerId, parameters }: ProviderCallback,
): Promise<ReturnedVisit> {
  const provider = findProvider(context, providerId);
  const url = new URL(callbackUrl(context, provider));
  url.search = parameters;
  const state = url.searchParams.get('state') ?? '';
  const where = {
    ...{ hash: hashSecret(state), browserHash: hashSecret(browser), providerId, personId },
    expiresAt: { gt: new Date() },
  };
  const { providerSignIn } = context.prisma;
  const signIn = await providerSignIn.findFirst({ where });
  if (!signIn) throw new ApiError('invalidSignIn');
  // The person still has to send a code.
  if (signIn.verified !== null) {
    return { provider, signIn, identity: signIn.verified as unknown as VerifiedIdentity };
  }
  const { count } = await providerSignIn.deleteMany({ where: { hash: signIn.hash } });
  if (count === 0) throw new ApiError('invalidSignIn');
  const identity = await redeemCode(context, provider, { url, state, signIn });
  return { provider, signIn, identity };
}

interface Redemption {
  url: URL;
  state: string;
  signIn: ProviderSignIn;
}

/** What a provider says about the person of a code. */
interface Redeemed {
  issuer: string;
  sid: unknown;
  /** The ID token. */
  token: string | undefined;
  claims: Claims;
}

async function redeemCode(
  context: AppContext,
  provider: IdentityProvider,
  { url, state, signIn: { nonce, codeVerifier } }: Redemption,
): Promise<VerifiedIdentity> {
  const client = await createClient(context, provider);
  const read = async (): Promise<Redeemed> => {
    const tokens = await oidc.authorizationCodeGrant(client, url, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
      idTokenExpected: true,
    });
    const { iss: issuer, sid, ...claims } = tokens.claims()!;
    const token = tokens.id_token;
    if (!client.serverMetadata().userinfo_endpoint) return { issuer, sid, token, claims };
    const more = await oidc.fetchUserInfo(client, tokens.access_token, claims.sub);
    return { issuer, sid, token, claims: { ...claims, ...more } };
  };
  const { issuer, sid, token, claims } = await read().catch((error: unknown) => {
    throw providerError(context, provider, error);
  });
  assertAllowedDomain(provider, claims);
  const email = verifiedEmailOf(claims) ?? null;
  return {
    ...{ issuer, subject: claims.sub, sid: typeof sid === 'string' ? sid : null },
    idToken: await sealIdToken(context, { token, issuer, subject: claims.sub }),
    ...{ email, name: email && nameOf(claims, email), role: roleOf(provider, claims) },
  };
}
