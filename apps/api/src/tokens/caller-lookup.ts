import { hashSecret } from '../accounts/credentials';
import { createBatch } from '../database/batch';
import { Prisma, type TokenKind } from '../database/client/client';
import { prepared } from '../database/prepared';
import type { Caller } from '../http/caller';
import type { Service } from '../service';

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
