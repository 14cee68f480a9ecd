import {
  Scope,
  type CreatedToken,
  type CreateToken,
  type Paging,
  type Token,
  type TokenList,
} from '@drover/contract';
import { hashSecret, newSecret } from '../../auth/credentials';
import type { AccessToken } from '../../database/client/client';
import { newId } from '../../database/ids';
import { ApiError, orNotFound } from '../../errors/api-error';
import { hasScope, type Caller } from '../../auth/caller';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';

export async function listTokens(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<TokenList> {
  return listPage(paging, {
    ...findRows(prisma.accessToken, { accountId, kind: 'personal' }),
    item: toToken,
  });
}

/** Returns the access token of a request. */
export async function getCurrentToken(
  { prisma }: AppContext,
  { tokenId, accountId }: Caller,
): Promise<Token> {
  return toToken(
    orNotFound(await prisma.accessToken.findFirst({ where: { id: tokenId, accountId, kind: 'personal' } })),
  );
}

/** Creates a token with at most the scopes of the caller. */
export async function createToken(
  { prisma }: AppContext,
  caller: Caller,
  { name, scopes, expiresIn }: CreateToken,
): Promise<CreatedToken> {
  const requested = scopes ?? caller.scopes;
  const missing = requested.filter((scope) => !hasScope(caller, scope));
  if (missing.length > 0) {
    throw new ApiError('missingScope', {
      message: `The token cannot have the scope "${missing.join('", "')}", because you do not have it.`,
    });
  }
  const token = newSecret('hmp');
  const row = await prisma.accessToken.create({
    data: {
      id: newId(),
      accountId: caller.accountId,
      kind: 'personal',
      name,
      hash: hashSecret(token),
      scopes: Scope.options.filter((scope) => requested.includes(scope)),
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    },
  });
  return { ...toToken(row), token };
}

export async function removeToken({ prisma }: AppContext, accountId: string, tokenId: string): Promise<void> {
  const { count } = await prisma.accessToken.deleteMany({
    where: { id: tokenId, accountId, kind: 'personal' },
  });
  orNotFound(count || null);
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
