import type { AuditPolicy, AuditTarget } from '@drover/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { AppContext } from '../context/app-context';
import { newId } from '../database/ids';
import { db, defineStatement, execute, type Placeholders } from '../database/sql';
import { policyOf } from './route-policy';

interface AuditEntry {
  id: string;
  accountId: string;
  tokenId: string | null;
  action: string;
  targetId: string | null;
  address: string;
  requestId: string;
}

const insertEntry = defineStatement((entry: Placeholders<AuditEntry>) =>
  db.insertInto('AuditEntry').values(entry),
);

interface Exchange {
  request: Request;
  response: Response;
}

/** Adds an entry to the audit log after a change has succeeded, as the policy of its route says. */
export function auditChanges(context: AppContext): RequestHandler {
  return (request, response, next) => {
    const { audit } = policyOf(request);
    if (audit) {
      saveResponseBody(response);
      response.once('finish', () => void addEntry(context, audit, { request, response }));
    }
    next();
  };
}

/** Sets the account of a change whose request has no credential. */
export function setAuditAccount(response: Response, accountId: string): void {
  response.locals.accountId = accountId;
}

function saveResponseBody(response: Response): void {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    response.locals.body = body;
    return json(body);
  };
}

/** Reads the ID of the changed record from the part of the exchange that the policy names. */
function findTarget(target: AuditTarget | null, { request, response }: Exchange): string | undefined {
  if (target === null) return undefined;
  if (target === 'location') return response.get('Location')?.split('/').pop();
  const [source, ...keys] = target.split('.');
  const start: unknown = source === 'params' ? request.params : response.locals.body;
  return keys.reduce((part, key) => (part as Record<string, unknown> | undefined)?.[key], start) as
    string | undefined;
}

async function addEntry(
  { pool, log }: AppContext,
  { action, target }: AuditPolicy,
  { request, response }: Exchange,
): Promise<void> {
  const { accountId = request.caller?.accountId } = response.locals as { accountId?: string };
  if (response.statusCode >= 400 || !accountId) return;
  const targetId = findTarget(target, { request, response });
  try {
    const entry = insertEntry({
      id: newId(),
      accountId,
      tokenId: request.caller?.tokenId ?? null,
      action,
      targetId: targetId ?? null,
      address: request.ip ?? '',
      requestId: request.id as string,
    });
    await execute(pool, entry);
  } catch (error) {
    log.error({ err: error, action, requestId: request.id }, 'could not write an audit entry');
  }
}
