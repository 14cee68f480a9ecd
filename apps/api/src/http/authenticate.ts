import type { Policy } from '@drover/contract';
import { parse as parseCookies } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import { promisify } from 'node:util';
import type { Service } from '../service';
import { callerLookup } from '../tokens/caller-lookup';
import { ApiError } from './api-error';
import { hasScope, headerToken } from './caller';
import { noSuchRoute } from './errors';
import { readParameters } from './parameters';

/** The cookie of the console's session. */
export const SESSION_COOKIE = 'drover_session';

/** Obeys the policy of the route: who calls, and whether they may. */
export function authenticate(service: Service): RequestHandler {
  const findCaller = callerLookup(service);
  return async (request, response, next) => {
    const policy = policyOf(request);
    // Express answers HEAD by GET; whoever asks so expects that nothing happens.
    if (request.method === 'HEAD' && policy.audit) return noSuchRoute(request, response, next);
    const given = policy.isTokenParameter ? await parameterToken(request, response) : undefined;
    const caller = await findCaller({
      token: headerToken(request) ?? given,
      session: parseCookies(request.headers.cookie ?? '')[SESSION_COOKIE],
    });
    if (caller) request.caller = caller;
    if (caller?.kind === 'session' && policy.audit) checkOrigin(request, service);
    if (policy.scope === 'public') return next();
    if (!caller) throw new ApiError('invalidToken');
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

/** In the address, or else in the body, which is then read before its sender is known. */
async function parameterToken(request: Request, response: Response): Promise<string | undefined> {
  const isElsewhere = request.headers.authorization !== undefined || request.query.token !== undefined;
  if (!isElsewhere) await promisify(readParameters)(request, response);
  const parameters = (isElsewhere ? request.query : request.body) as { token?: unknown } | null | undefined;
  return typeof parameters?.token === 'string' ? parameters.token : undefined;
}

/** A session is obeyed from our own pages alone: browsers send the cookie, and the origin, with every change. */
function checkOrigin(request: Request, service: Service): void {
  const { origin, host } = request.headers;
  const isOwn = origin === service.publicUrl || origin === `${request.protocol}://${host}`;
  if (!isOwn) throw new ApiError('foreignOrigin');
}
