import { parse as parseCookies } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import type { AppContext } from '../context/app-context';
import { createCallerLookup } from '../auth/caller-lookup';
import { ApiError } from '../errors/api-error';
import { assertRole, hasScope, headerToken, type Caller } from '../auth/caller';
import { notFoundHandler } from './error-handler';
import { assertNoForeignPage, assertOwnPage } from './own-pages';
import { readParameters } from './parameters';
import { bodyKindOf, isRecordRead, policyOf } from './route-policy';
import { shareMainThread } from './share-main-thread';
import { createConfirmation } from './while-confirming';

/** The name of the cookie that contains the session of the console. */
export const SESSION_COOKIE = 'drover_session';

/**
 * Identifies the caller, and enforces the policy of the route. A request that only reads records is started with a cached
 * caller if there is one. `whileConfirming` withholds its response until the database has confirmed the caller.
 */
export function authenticate(context: AppContext): RequestHandler {
  const lookUp = createCallerLookup(context);
  const findParameterToken = async (request: Request, response: Response) => {
    const isInBody = hasTokenInBody(request);
    if (isInBody) await readParameters(context, request, response);
    return tokenOf(isInBody ? request.body : request.query);
  };
  return async (request, response, next) => {
    const policy = policyOf(request);
    // Express handles HEAD with the handler of GET, but HEAD must not change anything.
    if (request.method === 'HEAD' && policy.audit) return notFoundHandler(request, response, next);
    const parameterToken = policy.isTokenParameter ? await findParameterToken(request, response) : undefined;
    const { recent: known, find } = lookUp({
      token: headerToken(request) ?? parameterToken,
      session: parseCookies(request.headers.cookie ?? '')[SESSION_COOKIE],
      address: request.ip ?? '',
    });
    await shareMainThread(context, known?.accountId ?? request.ip ?? '', { request, response });
    // The client left while its request waited.
    if (response.closed) return;
    const findCaller = async () => {
      const caller = await find();
      assertMayCall(context, request, caller);
      return caller;
    };
    const recent = isRecordRead(request) ? known : undefined;
    if (recent) request.confirmCaller = createConfirmation(request, recent, findCaller);
    const caller = recent ?? (await findCaller());
    if (caller) request.caller = caller;
    next();
  };
}

/** Fails unless the policy of the route lets the caller use it. */
function assertMayCall(context: AppContext, request: Request, caller: Caller | undefined): void {
  const policy = policyOf(request);
  const isOwnOnly = policy.audit && !policy.isForOtherSites;
  if (isOwnOnly && caller?.kind === 'session') assertOwnPage(request, context);
  if (isOwnOnly && policy.scope === 'public') assertNoForeignPage(request, context);
  if (policy.scope === 'public') return;
  if (!caller) throw new ApiError('invalidToken');
  if (!hasScope(caller, policy.scope)) {
    throw new ApiError('missingScope', { message: `The access token lacks the scope "${policy.scope}".` });
  }
  if (policy.role) assertRole(caller, policy.role);
  if (policy.devices === 'all' && caller.groups) throw new ApiError('outsideGroups');
  if (!policy.isOpenToAllMembers) assertSignedInAsRequired(caller);
  const { installationRole } = policy;
  if (installationRole === 'administrator' && !caller.isAdministrator) throw new ApiError('forbidden');
  if (installationRole === 'reviewer' && !caller.isReviewer) throw new ApiError('forbidden');
}

/** Fails unless the caller has signed in as the workspace requires of its members. */
function assertSignedInAsRequired({ lacksSecondFactor, lacksSingleSignOn }: Caller): void {
  if (lacksSingleSignOn) throw new ApiError('singleSignOnMissing');
  if (lacksSecondFactor) throw new ApiError('secondFactorMissing');
}

/** Whether the token can only be in the body, which is then read before the caller is known. */
function hasTokenInBody(request: Request): boolean {
  return (
    bodyKindOf(request) === 'parameters' &&
    request.headers.authorization === undefined &&
    request.query.token === undefined
  );
}

function tokenOf(parameters: unknown): string | undefined {
  const { token } = (parameters ?? {}) as { token?: unknown };
  return typeof token === 'string' ? token : undefined;
}
