import type { Request, RequestHandler, Response } from 'express';
import { newId } from '../database/ids';
import type { Service } from '../service';
import { policyOf } from './authenticate';

/** Writes who changed what, once a change has been answered as done. */
export function auditChanges(service: Service): RequestHandler {
  return (request, response, next) => {
    const { audit: action } = policyOf(request);
    if (action) {
      rememberMade(response);
      response.once('finish', () => void record(service, action, { request, response }));
    }
    next();
  };
}

/** Names whose account a change belongs to, and what it was made to, where the request alone does not tell. */
export function auditAs(response: Response, about: { accountId: string; targetId: string }): void {
  Object.assign(response.locals, about);
}

/** The record that a change made is the one that it answers with. */
function rememberMade(response: Response): void {
  const json = response.json.bind(response);
  response.json = (body: { _id?: string }) => {
    response.locals.madeId = body._id;
    return json(body);
  };
}

async function record(
  { pool, log }: Service,
  action: string,
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  const about = response.locals as { accountId?: string; targetId?: string; madeId?: string };
  const accountId = about.accountId ?? request.caller?.accountId;
  if (response.statusCode >= 400 || !accountId) return;
  const jobId = response.getHeader('location')?.toString().split('/').pop();
  const targetId = about.targetId ?? Object.values(request.params)[0] ?? about.madeId ?? jobId;
  try {
    await pool.query(
      `INSERT INTO "AuditEntry" (id, "accountId", "tokenId", action, "targetId", address, "requestId")
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[newId(), accountId, request.caller?.tokenId, action],
        ...[targetId?.toString(), request.ip ?? '', request.id],
      ],
    );
  } catch (error) {
    log.error({ err: error, action, requestId: request.id }, 'audit entry not written');
  }
}
