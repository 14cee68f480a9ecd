import type { Policy } from '@drover/contract';
import { parse as parseCookies } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import { promisify } from 'node:util';
import { findCaller } from '../accounts/tokens';
import type { Service } from '../service';
import { ApiError } from './api-error';
import { readBody } from './bodies';
import { hasScope } from './caller';

/** The cookie of the console's session. */
export const SESSION_COOKIE = 'drover_session';

/** Obeys the policy of the route: who calls, and whether they may. */
export function authenticate(service: Service): RequestHandler {
  return async (request, response, next) => {
    const policy = policyOf(request);
    if (policy.isTokenParameter) await readParameters(request, response);
    const caller = await findCaller(service, credentialsOf(request, policy));
    if (caller) request.caller = caller;
    if (policy.scope === 'public') return next();
    if (!caller) throw new ApiError('invalidToken');
    if (caller.kind === 'session' && policy.audit) checkOrigin(request, service);
    if (!hasScope(caller, policy.scope)) {
      throw new ApiError('missingScope', { message: `The access token lacks the scope "${policy.scope}".` });
    }
    if (policy.role === 'administrator' && !caller.isAdministrator) throw new ApiError('forbidden');
    if (policy.role === 'reviewer' && !caller.isReviewer) throw new ApiError('forbidden');
    next();
  };
}

/** The policy that the contract gives the route of a request. */
export function policyOf(request: Request): Policy {
  return (request as Request & { tsRestRoute: { metadata: Policy } }).tsRestRoute.metadata;
}

function credentialsOf(request: Request, policy: Policy): { token?: string; session?: string } {
  const header = request.headers.authorization;
  if (header !== undefined) return { token: header.replace(/^(token|bearer)\s+/i, '').trim() };
  if (policy.isTokenParameter) {
    const { token } = { ...(request.body as object), ...request.query } as { token?: unknown };
    if (typeof token === 'string') return { token };
  }
  return { session: parseCookies(request.headers.cookie ?? '')[SESSION_COOKIE] };
}

/** The token may stand in the body, so that this one is read before its sender is known. */
async function readParameters(request: Request, response: Response): Promise<void> {
  await promisify(readBody)(request, response);
}

/** A session is obeyed from our own pages alone: browsers send the cookie, and the origin, with every change. */
function checkOrigin(request: Request, service: Service): void {
  const { origin, host } = request.headers;
  const isOwn = origin === service.publicUrl || origin === `${request.protocol}://${host}`;
  if (!isOwn) throw new ApiError('foreignOrigin');
}
