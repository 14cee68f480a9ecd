import type { FrontChannelLogout } from '@drover/contract';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { hashSecret } from '../../auth/credentials';
import type { AppContext } from '../../context/app-context';
import type { IdentityProvider } from '../../context/identity-providers';
import type { Prisma } from '../../database/client/client';
import { ApiError } from '../../errors/api-error';
import { boundedFetch } from './bounded-fetch';
import { createClient } from './provider-clients';

/** The event that makes a JWT a logout token. */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/** How old a logout token may be. */
const maxAgeSeconds = 300;
const clockToleranceSeconds = 60;

/** How long a used logout token is remembered: longer than it is accepted. */
const rememberMs = 2 * (maxAgeSeconds + clockToleranceSeconds) * 1000;

/** Signatures that only the provider can make. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The sessions that a provider has ended, and whose they were. */
interface Ended {
  sessions: number;
  author: { accountId: string; personId: string | null; personName: string | null } | undefined;
}

/** Ends the sessions that a logout token names: one, or all of a person that began at this provider. */
export async function endProviderSessions(context: AppContext, token: string): Promise<Ended> {
  const { iss: issuer = '', sub, sid, jti } = await verifyLogoutToken(context, token);
  const { prisma } = context;
  const providerSession = { issuer, subject: sub, sid: typeof sid === 'string' ? sid : undefined };
  await prisma.usedLogoutToken.deleteMany({ where: { expiresAt: { lte: new Date() } } });
  return prisma.$transaction(async (transaction) => {
    const used = {
      hash: hashSecret(JSON.stringify([issuer, jti])),
      expiresAt: new Date(Date.now() + rememberMs),
    };
    const { count: isNew } = await transaction.usedLogoutToken.createMany({
      data: [used],
      skipDuplicates: true,
    });
    if (isNew === 0) throw new ApiError('invalidLogoutToken');
    return removeSessions(transaction, providerSession);
  });
}

/** Ends the session that a page of a provider names. Knowing the ID only allows ending it. */
export async function endSessionByFrame(
  { prisma, settings }: AppContext,
  { iss, sid }: FrontChannelLogout,
): Promise<Ended> {
  const providers = settings.DROVER_IDENTITY_PROVIDERS ?? [];
  const isKnown = providers.some(({ issuer }) => withoutSlash(issuer) === withoutSlash(iss));
  if (!isKnown || sid.includes('\0')) throw new ApiError('invalidLogoutToken');
  return prisma.$transaction((transaction) => removeSessions(transaction, { issuer: iss, sid }));
}

async function removeSessions(
  transaction: Prisma.TransactionClient,
  providerSession: { issuer: string; subject?: string; sid?: string },
): Promise<Ended> {
  const where = { kind: 'session' as const, providerSession };
  const first = await transaction.accessToken.findFirst({
    where,
    select: { accountId: true, personId: true, member: { select: { person: { select: { name: true } } } } },
  });
  const { count: sessions } = await transaction.accessToken.deleteMany({ where });
  if (!first) return { sessions, author: undefined };
  const { accountId, personId, member } = first;
  return { sessions, author: { accountId, personId, personName: member?.person.name ?? null } };
}

async function verifyLogoutToken(context: AppContext, token: string): Promise<JWTPayload> {
  const provider = findProviderOf(context, token);
  const client = await createClient(context, provider);
  const { issuer, jwks_uri: keys = '' } = client.serverMetadata();
  const verify = async () => {
    const { payload, protectedHeader } = await jwtVerify(token, keySetOf(keys), {
      ...{ issuer, audience: provider.clientId, algorithms, clockTolerance: clockToleranceSeconds },
      ...{ maxTokenAge: maxAgeSeconds, requiredClaims: ['iat', 'jti', 'events'] },
    });
    return isLogoutToken(payload, protectedHeader.typ) ? payload : undefined;
  };
  const payload = await verify().catch((error: unknown) => {
    context.log.warn({ err: error, provider: provider.id }, 'refused a logout token');
    return undefined;
  });
  if (!payload) throw new ApiError('invalidLogoutToken');
  return payload;
}

/** Returns the provider that a token claims to come from. */
function findProviderOf({ settings }: AppContext, token: string): IdentityProvider {
  let claims: JWTPayload = {};
  try {
    claims = decodeJwt(token);
  } catch {
    throw new ApiError('invalidLogoutToken');
  }
  const audiences = [claims.aud].flat();
  const provider = settings.DROVER_IDENTITY_PROVIDERS?.find(
    ({ issuer, clientId }) =>
      withoutSlash(issuer) === withoutSlash(claims.iss) && audiences.includes(clientId),
  );
  if (!provider) throw new ApiError('invalidLogoutToken');
  return provider;
}

const withoutSlash = (issuer: unknown) =>
  typeof issuer === 'string' ? issuer.replace(/\/$/, '') : undefined;

/** Returns whether verified claims are those of a logout token, and not of an ID token. */
function isLogoutToken({ events, nonce, sub, sid, jti }: JWTPayload, type: string | undefined): boolean {
  const isEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
  const isType = type === undefined || ['logout+jwt', 'jwt'].includes(type.toLowerCase());
  const names = [sub, sid].filter((name) => name !== undefined);
  const areTexts = [...names, jti].every((name) => typeof name === 'string' && !name.includes('\0'));
  return isEvent && isType && nonce === undefined && names.length > 0 && areTexts;
}

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Returns the keys of a provider. Unknown keys make it read them anew, at most every few seconds. */
function keySetOf(url: string): ReturnType<typeof createRemoteJWKSet> {
  const keySet =
    keySets.get(url) ??
    createRemoteJWKSet(new URL(url), {
      timeoutDuration: 5000,
      cooldownDuration: 5000,
      [customFetch]: boundedFetch,
    });
  keySets.set(url, keySet);
  return keySet;
}
