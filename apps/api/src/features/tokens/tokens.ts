import {
  includesRole,
  Scope,
  type CreatedToken,
  type CreateToken,
  type Paging,
  type Role,
  type Token,
  type TokenList,
} from '@drover/contract';
import { hashSecret, newSecret } from '../../auth/credentials';
import type { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { ApiError, invalid, orNotFound } from '../../errors/api-error';
import { assertRole, hasScope, type Caller } from '../../auth/caller';
import { requireGroups } from '../members/bound-groups';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';

/** What a token is shown with: its person, whose role limits it. */
export const tokenInclude = {
  member: { select: { role: true, groupIds: true, person: { select: { id: true, name: true } } } },
} as const;
type Row = Prisma.AccessTokenGetPayload<{ include: typeof tokenInclude }>;

/** The tokens that a caller may see and revoke: admins those of the workspace, others their own. */
function visibleTo({ accountId, personId, role }: Caller) {
  const own = includesRole(role, 'admin') ? {} : { personId: personId ?? '' };
  return { accountId, kind: 'personal' as const, ...own };
}

export async function listTokens({ prisma }: AppContext, caller: Caller, paging: Paging): Promise<TokenList> {
  type Where = Prisma.AccessTokenWhereInput;
  const table = {
    findMany: (page: { where: { AND: Where[] }; orderBy: { id: 'desc' }; take: number }) =>
      prisma.accessToken.findMany({ ...page, include: tokenInclude }),
    count: (args: { where: Where; take: number }) => prisma.accessToken.count(args),
  };
  return listPage(paging, { ...findRows<Where, Row>(table, visibleTo(caller)), item: toToken });
}

/** Returns the access token of a request. */
export async function getCurrentToken(
  { prisma }: AppContext,
  { tokenId, accountId }: Caller,
): Promise<Token> {
  const where = { id: tokenId, accountId, kind: 'personal' as const };
  return toToken(orNotFound(await prisma.accessToken.findFirst({ where, include: tokenInclude })));
}

/** Creates a token with at most the scopes and the role of the caller. */
export async function createToken(
  { prisma }: AppContext,
  caller: Caller,
  { name, scopes, expiresIn, groups = [], ...rights }: CreateToken,
): Promise<CreatedToken> {
  const requested = scopes ?? caller.scopes;
  const missing = requested.filter((scope) => !hasScope(caller, scope));
  if (missing.length > 0) {
    throw new ApiError('missingScope', {
      message: `The token cannot have the scope "${missing.join('", "')}", because you do not have it.`,
    });
  }
  const token = newSecret('hmp');
  const groupIds = await requireGroups(prisma, caller.accountId, groups);
  const row = await prisma.accessToken.create({
    data: {
      id: newId(),
      groupIds,
      accountId: caller.accountId,
      kind: 'personal',
      name,
      hash: hashSecret(token),
      scopes: Scope.options.filter((scope) => requested.includes(scope)),
      expiresAt: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
      ...ownerOf(caller, rights),
    },
    include: tokenInclude,
  });
  return { ...toToken(row), token };
}

/** Decides whose token it is and which role it has at most. */
function ownerOf(caller: Caller, { belongsTo, role }: Pick<CreateToken, 'belongsTo' | 'role'>) {
  if (role !== undefined) assertRole(caller, role);
  const isPersonal = belongsTo === undefined ? caller.personId !== null : belongsTo === 'person';
  if (!isPersonal) {
    assertRole(caller, 'admin');
    return { personId: null, role: role ?? caller.role, createdById: caller.personId };
  }
  if (caller.personId === null) {
    throw invalid('belongsTo', 'must be workspace, because this token belongs to no person');
  }
  // A token that a session creates follows the role of the person. Another token must not exceed its creator.
  return { personId: caller.personId, role: role ?? (caller.kind === 'session' ? null : caller.role) };
}

export async function removeToken({ prisma }: AppContext, caller: Caller, tokenId: string): Promise<void> {
  const { count } = await prisma.accessToken.deleteMany({ where: { ...visibleTo(caller), id: tokenId } });
  orNotFound(count || null);
}

export function toToken({ id, name, scopes, member, expiresAt, lastUsedAt, createdAt, ...row }: Row): Token {
  return {
    _id: id,
    name,
    scopes: scopes as Scope[],
    person: member && { _id: member.person.id, name: member.person.name },
    role: leastRole(row.role ?? 'owner', member?.role ?? 'owner'),
    groups: member?.groupIds ?? row.groupIds,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

function leastRole(one: Role, other: Role): Role {
  return includesRole(one, other) ? other : one;
}
