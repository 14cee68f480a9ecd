import { hashSecret } from './credentials';
import { createBatch } from '../database/batch';
import type { TokenKind } from '../database/client/client';
import { anyOf, now } from '../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../database/sql';
import type { Caller } from './caller';
import type { AppContext } from '../context/app-context';

/** Interval at which the last use of a token is stored. */
const lastUsedIntervalMs = 60_000;

/** Lookups at the same time. With one, a request waits for the previous lookup and for its own. */
const maxLookups = 2;

/** The hashed credential of a request. */
interface Credential {
  hash: string;
  kind: TokenKind;
}

/** Finds credentials that have not expired, each with its account. */
const selectTokens = defineStatement(({ hashes }: Placeholders<{ hashes: string[] }>) =>
  db
    .selectFrom('AccessToken as t')
    .innerJoin('Account as a', 'a.id', 't.accountId')
    .select([
      't.hash',
      't.accountId',
      't.id as tokenId',
      't.name as tokenName',
      't.kind',
      't.scopes',
      't.lastUsedAt',
    ])
    .select(['a.isAdministrator', 'a.isReviewer'])
    .where('t.hash', '=', anyOf(hashes))
    .where((eb) => eb.or([eb('t.expiresAt', 'is', null), eb('t.expiresAt', '>', now)])),
);

/**
 * Creates the function that finds the caller of a request, or undefined if its credential is unknown, expired or
 * revoked. Requests that arrive during a lookup share the next one. No lookup is older than its request, so that a
 * revoked token is refused at once.
 */
export function createCallerLookup(context: AppContext) {
  const find = createBatch((credentials: Credential[]) => findTokens(context, credentials), {
    maxWrites: maxLookups,
  });
  return async ({ token, session }: { token?: string; session?: string }): Promise<Caller | undefined> => {
    const secret = token ?? session;
    if (!secret) return undefined;
    const row = await find({ hash: hashSecret(secret), kind: token === undefined ? 'session' : 'personal' });
    if (!row) return undefined;
    const { lastUsedAt, hash: _hash, ...caller } = row;
    recordUse(context, caller.tokenId, lastUsedAt);
    return caller;
  };
}

async function findTokens({ pool }: AppContext, credentials: Credential[]) {
  const hashes = [...new Set(credentials.map(({ hash }) => hash))];
  const rows = await execute(pool, prepared(selectTokens({ hashes })));
  return credentials.map(({ hash, kind }) => rows.find((row) => row.hash === hash && row.kind === kind));
}

function recordUse({ prisma, log }: AppContext, id: string, lastUsedAt: Date | null): void {
  const usedAt = new Date();
  if (lastUsedAt && usedAt.getTime() - lastUsedAt.getTime() < lastUsedIntervalMs) return;
  prisma.accessToken
    .updateMany({ where: { id }, data: { lastUsedAt: usedAt } })
    .catch((error: unknown) => log.warn({ err: error }, 'could not store the last use of a token'));
}
