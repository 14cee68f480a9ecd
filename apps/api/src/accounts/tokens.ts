import {
  Scope,
  type CreatedToken,
  type CreateToken,
  type Paging,
  type Token,
  type TokenList,
} from '@drover/contract';
import { createBatch } from '../database/batch';
import { Prisma, type AccessToken, type TokenKind } from '../database/client/client';
import { newId } from '../database/ids';
import { prepared } from '../database/prepared';
import { ApiError, found } from '../http/api-error';
import { hasScope, type Caller } from '../http/caller';
import { listPage } from '../http/lists';
import type { Service } from '../service';
import { hashSecret, newSecret } from './credentials';

/** How exact the last use of a token is kept. */
const lastUsedStepMs = 60_000;

/** A secret as a request brings it, hashed. */
interface Credential {
  hash: string;
  kind: TokenKind;
}

interface TokenRow extends Caller {
  hash: string;
  lastUsedAt: Date | null;
}

/**
 * Finds who a credential stands for; nobody where it is unknown, expired or revoked. Requests that come while an
 * earlier one is looked up are looked up together, and never before they came: what was revoked is refused at once.
 */
export function callerLookup(service: Service) {
  const find = createBatch((credentials: Credential[]) => findTokens(service, credentials));
  return async ({ token, session }: { token?: string; session?: string }): Promise<Caller | undefined> => {
    const secret = token ?? session;
    if (!secret) return undefined;
    const row = await find({ hash: hashSecret(secret), kind: token === undefined ? 'session' : 'personal' });
    if (!row) return undefined;
    const { lastUsedAt, hash: _hash, ...caller } = row;
    noteUse(service, caller.tokenId, lastUsedAt);
    return caller;
  };
}

async function findTokens({ pool }: Service, credentials: Credential[]): Promise<(TokenRow | undefined)[]> {
  const hashes = [...new Set(credentials.map(({ hash }) => hash))];
  const { rows } = await pool.query<TokenRow>(
    prepared(Prisma.sql`
      SELECT t.hash, t."accountId", t.id AS "tokenId", t.kind, t.scopes, a."isAdministrator", a."isReviewer",
             t."lastUsedAt"
      FROM "AccessToken" t JOIN "Account" a ON a.id = t."accountId"
      WHERE t.hash = ANY(${hashes}) AND (t."expiresAt" IS NULL OR t."expiresAt" > now())`),
  );
  return credentials.map(({ hash, kind }) => rows.find((row) => row.hash === hash && row.kind === kind));
}

function noteUse({ prisma, log }: Service, id: string, lastUsedAt: Date | null): void {
  const now = new Date();
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < lastUsedStepMs) return;
  prisma.accessToken
    .updateMany({ where: { id }, data: { lastUsedAt: now } })
    .catch((error: unknown) => log.warn({ err: error }, 'last use of a token not noted'));
}

export async function listTokens({ prisma }: Service, accountId: string, paging: Paging): Promise<TokenList> {
  const where = { accountId, kind: 'personal' as const };
  return listPage(paging, {
    find: (page) => prisma.accessToken.findMany({ ...page, where: { AND: [where, page.where] } }),
    count: () => prisma.accessToken.count({ where }),
    item: toToken,
  });
}

/** A token may do no more than who makes it. */
export async function createToken(
  { prisma }: Service,
  caller: Caller,
  { name, scopes, expiresIn }: CreateToken,
): Promise<CreatedToken> {
  const wanted = scopes ?? caller.scopes;
  const lacking = wanted.filter((scope) => !hasScope(caller, scope));
  if (lacking.length > 0) {
    throw new ApiError('missingScope', { message: `You lack the scope "${lacking.join('", "')}" yourself.` });
  }
  const token = newSecret('hmp');
  const row = await prisma.accessToken.create({
    data: {
      id: newId(),
      accountId: caller.accountId,
      kind: 'personal',
      name,
      hash: hashSecret(token),
      scopes: Scope.options.filter((scope) => wanted.includes(scope)),
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    },
  });
  return { ...toToken(row), token };
}

export async function removeToken({ prisma }: Service, accountId: string, tokenId: string): Promise<void> {
  const { count } = await prisma.accessToken.deleteMany({
    where: { id: tokenId, accountId, kind: 'personal' },
  });
  found(count || null);
}

function toToken({ id, name, scopes, expiresAt, lastUsedAt, createdAt }: AccessToken): Token {
  return {
    _id: id,
    name,
    scopes: scopes as Scope[],
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
