import {
  Scope,
  type CreatedToken,
  type CreateToken,
  type Paging,
  type Token,
  type TokenList,
} from '@drover/contract';
import { hashSecret, newSecret } from '../accounts/credentials';
import type { AccessToken } from '../database/client/client';
import { newId } from '../database/ids';
import { ApiError, found } from '../http/api-error';
import { hasScope, type Caller } from '../http/caller';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';

export async function listTokens({ prisma }: Service, accountId: string, paging: Paging): Promise<TokenList> {
  return listPage(paging, {
    ...findRows(prisma.accessToken, { accountId, kind: 'personal' }),
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
