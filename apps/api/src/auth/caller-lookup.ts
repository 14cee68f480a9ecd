import { hashSecret } from './credentials';
import { createBatch } from '../database/batch';
import type { TokenKind } from '../database/client/client';
import { anyOf, enumValue, hideFromPlanner, now } from '../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../database/sql';
import { sql } from 'kysely';
import type { MemberRole } from '../database/client/client';
import type { Caller, ScopeGroup } from './caller';
import { RecentCallers } from './recent-callers';
import type { AppContext } from '../context/app-context';

/** Interval at which the last use of a token is stored. */
const lastUsedIntervalMs = 60_000;

/** Lookups at the same time. With one, a request waits for the previous lookup and for its own. */
const maxLookups = 2;

/** The credentials of a request, and the IP address that it comes from. */
interface Credentials {
  token?: string;
  session?: string;
  address: string;
}

/** The hashed credential of a request. */
interface Credential {
  hash: string;
  kind: TokenKind;
}

/** The lesser one of the roles of the member and of the token. A token of the workspace has no member. */
const role = sql<MemberRole>`least(coalesce(t.role, ${enumValue('MemberRole', 'owner')}), m.role)`;

/**
 * Whether the workspace `a` requires a second factor that the person `p` lacks. Tokens of the workspace have no person.
 * The session `t` may have begun at a provider that asks for one.
 */
export const lacksSecondFactor = sql<boolean>`(a."isSecondFactorRequired" AND p.id IS NOT NULL AND p."secondFactorAt" IS NULL AND NOT t."hasProviderFactor")`;

/**
 * Whether the workspace `a` requires single sign-on, and the session `t` did not begin at a provider of this workspace.
 * Owners may enter with a second factor, so that a provider that is down keeps nobody out for good.
 */
export const lacksSingleSignOn = sql<boolean>`(a."isSingleSignOnRequired" AND t.kind = ${enumValue('TokenKind', 'session')}
  AND (m.role IS DISTINCT FROM ${enumValue('MemberRole', 'owner')} OR p."secondFactorAt" IS NULL)
  AND NOT EXISTS (SELECT FROM "ProviderSession" s WHERE s."tokenId" = t.id AND s."accountId" = t."accountId"))`;

/** The device groups that the caller is bound to. Roles above operator are not bound, also after a change by an old server. */
const groupIds = sql<string[]>`CASE WHEN m.id IS NULL THEN t."groupIds"
  WHEN m.role <= ${enumValue('MemberRole', 'operator')} THEN m."groupIds" ELSE '{}' END`;

/** The groups with their rules. Null for a caller who is bound to none; groups that were deleted select no device. */
export const boundGroups = sql<ScopeGroup[] | null>`CASE WHEN cardinality(${groupIds}) > 0 THEN (
  SELECT coalesce(json_agg(json_build_object('id', g.id, 'rule', g.rule)), '[]')
  FROM "DeviceGroup" g WHERE g.id = ANY(${groupIds}) AND g."accountId" = t."accountId") END`;

/** Finds credentials that have not expired, each with its account, its person and the role. */
const selectTokens = defineStatement(({ hashes }: Placeholders<{ hashes: string[] }>) =>
  db
    .selectFrom('AccessToken as t')
    .innerJoin('Account as a', 'a.id', 't.accountId')
    .leftJoin('Member as m', (join) =>
      join.onRef('m.accountId', '=', 't.accountId').onRef('m.personId', '=', 't.personId'),
    )
    .leftJoin('Person as p', 'p.id', 'm.personId')
    .select([
      't.hash',
      't.accountId',
      't.id as tokenId',
      't.name as tokenName',
      't.kind',
      't.scopes',
      't.lastUsedAt',
    ])
    .select(['a.isAdministrator', 'a.isReviewer', 'm.personId', 'p.name as personName', role.as('role')])
    .select(['a.approvalDevices', 'a.approvesSchedules', 'a.approvalGroupIds'])
    .select([lacksSecondFactor.as('lacksSecondFactor'), lacksSingleSignOn.as('lacksSingleSignOn')])
    .select([boundGroups.as('groups')])
    .where('t.hash', '=', anyOf(hideFromPlanner(hashes)))
    .where((eb) => eb.or([eb('t.expiresAt', 'is', null), eb('t.expiresAt', '>', now)]))
    // Sessions belong to members. Servers of the previous release open them without asking for the second factor.
    .where((eb) =>
      eb.or([
        eb('t.kind', '=', 'personal'),
        eb.and([
          eb('m.id', 'is not', null),
          eb.or([eb('p.secondFactorAt', 'is', null), eb('t.hasSecondFactor', '=', true)]),
        ]),
      ]),
    ),
);

/** The lookup of one request's credential. */
interface Lookup {
  /** The caller that an earlier lookup found. May be out of date. */
  recent?: Caller;
  /**
   * Returns the caller, or undefined if the credential is unknown, expired or revoked. Requests that arrive during a
   * lookup share the next one. No lookup is older than its request, so that a revoked token is refused at once.
   */
  find: () => Promise<Caller | undefined>;
}

/** Creates the function that looks up the credential of a request. */
export function createCallerLookup(context: AppContext): (credentials: Credentials) => Lookup {
  const callers = new RecentCallers();
  const findToken = createBatch((credentials: Credential[]) => findTokens(context, credentials), {
    maxWrites: maxLookups,
  });
  return ({ address, ...secrets }) => {
    const credential = hashed(secrets);
    if (!credential) return { find: () => Promise.resolve(undefined) };
    const key = `${credential.kind} ${credential.hash}`;
    const known = callers.find(key);
    const find = async () => {
      const row = await findToken(credential);
      const caller = row && toCaller(row, address);
      callers.note(key, caller);
      if (caller) recordUse(context, caller, row.lastUsedAt);
      return caller;
    };
    return { recent: known && { ...known, address }, find };
  };
}

function hashed({ token, session }: Omit<Credentials, 'address'>): Credential | undefined {
  const secret = token ?? session;
  return secret
    ? { hash: hashSecret(secret), kind: token === undefined ? 'session' : 'personal' }
    : undefined;
}

type TokenRow = NonNullable<Awaited<ReturnType<typeof findTokens>>[number]>;

function toCaller(row: TokenRow, address: string): Caller {
  const { lastUsedAt: _lastUsedAt, hash: _hash, isAdministrator, isReviewer, ...rest } = row;
  const { approvalDevices: maxDevices, approvesSchedules: schedules, approvalGroupIds, ...found } = rest;
  const approvalRules = { maxDevices, schedules, groups: approvalGroupIds };
  const isOwner = found.role === 'owner';
  return {
    ...found,
    approvalRules,
    address,
    isAdministrator: isOwner && isAdministrator,
    isReviewer: isOwner && isReviewer,
  };
}

async function findTokens({ pool }: AppContext, credentials: Credential[]) {
  const hashes = [...new Set(credentials.map(({ hash }) => hash))];
  const rows = await execute(pool, prepared(selectTokens({ hashes })));
  return credentials.map(({ hash, kind }) => rows.find((row) => row.hash === hash && row.kind === kind));
}

type UsedToken = Pick<Caller, 'tokenId' | 'accountId' | 'personId' | 'address'>;

function recordUse(
  { prisma, log }: AppContext,
  { tokenId, accountId, personId, address }: UsedToken,
  lastUsedAt: Date | null,
): void {
  const usedAt = new Date();
  if (lastUsedAt && usedAt.getTime() - lastUsedAt.getTime() < lastUsedIntervalMs) return;
  const use = { lastUsedAt: usedAt, address };
  const updates = [prisma.accessToken.updateMany({ where: { id: tokenId }, data: use })];
  if (personId !== null) {
    const where = { accountId, personId };
    updates.push(prisma.member.updateMany({ where, data: { lastSeenAt: usedAt } }));
  }
  Promise.all(updates).catch((error: unknown) =>
    log.warn({ err: error }, 'could not store the last use of a token'),
  );
}
