import { LIMITS, type Account } from '@drover/contract';
import type { CookieOptions, Request } from 'express';
import { setAuditAuthor } from '../http/audit';
import { SESSION_COOKIE } from '../http/authenticate';
import type { Caller } from '../auth/caller';
import { assertKnownHost, isFromThisMachine } from '../http/own-pages';
import { created, noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { createAccount, getAccount, getInstallation, updateAccount } from '../features/accounts/accounts';
import {
  createSession,
  listSessions,
  removeOneSession,
  removeOtherSessions,
  removeSession,
  type SignInRequest,
} from '../features/accounts/sessions';
import { MAIL_LANGUAGES } from '../features/mail/texts';
import { completePasswordReset, requestPasswordReset } from '../features/password-resets/password-resets';
import { routeHandlers } from '../http/route-handlers';

export const installationRoutes = (context: AppContext) =>
  routeHandlers('installation', {
    get: ({ req }) => ok(getInstallation(context, { isLocal: isFromThisMachine(req) })),
  });

export const accountRoutes = (context: AppContext) =>
  routeHandlers('accounts', {
    create: async ({ req, body, res }) => {
      const caller: Caller | undefined = req.caller;
      // A page that is signed in has proved already that it belongs to this server.
      if (!caller) assertKnownHost(req, context);
      const account = await createAccount(context, { caller, isLocal: isFromThisMachine(req) }, body);
      setAuditAuthor(res, authorOf(account));
      return created(account);
    },
    get: ({ req }) => ok(getAccount(context, req.caller)),
    update: ({ req, body }) => noContent(updateAccount(context, req.caller, body)),
  });

export const sessionRoutes = (context: AppContext) =>
  routeHandlers('sessions', {
    create: async ({ req, res, body }) => {
      const { session, secret } = await createSession(context, body, signInRequest(req));
      res.cookie(SESSION_COOKIE, secret, {
        ...sessionCookie(context, req),
        maxAge: LIMITS.sessionSeconds * 1000,
      });
      setAuditAuthor(res, authorOf(session.account));
      return created(session);
    },
    remove: ({ req, res }) => {
      res.clearCookie(SESSION_COOKIE, sessionCookie(context, req));
      return noContent(removeSession(context, req.caller));
    },
    list: ({ req }) => ok(listSessions(context, req.caller)),
    removeOne: ({ req, params }) => noContent(removeOneSession(context, req.caller, params.sessionId)),
    removeOthers: ({ req }) => noContent(removeOtherSessions(context, req.caller)),
  });

export const passwordResetRoutes = (context: AppContext) =>
  routeHandlers('passwordResets', {
    request: ({ req, body }) => noContent(requestPasswordReset(context, body, signInRequest(req))),
    complete: async ({ req, res, body }) => {
      const person = await completePasswordReset(context, body, signInRequest(req));
      if (person) setAuditAuthor(res, person);
      return noContent(Promise.resolve());
    },
  });

/** Who signs in by a request, and from where. */
export function signInRequest(request: Request): SignInRequest {
  const { caller } = request as { caller?: Caller };
  return {
    caller,
    userAgent: request.get('user-agent') ?? '',
    address: request.ip ?? '',
    language: languageOf(request),
  };
}

/** The language of emails that the browser of a request prefers. */
export function languageOf(request: Request): string {
  return request.acceptsLanguages(MAIL_LANGUAGES) || MAIL_LANGUAGES[0];
}

/** The author of the audit entry of a new account or session. */
export function authorOf({ _id: accountId, person }: Account) {
  return { accountId, personId: person?._id ?? null, personName: person?.name ?? null };
}

/** The public URL decides whether browsers see HTTPS, because a proxy may not say so. Without one the request decides. */
export function sessionCookie({ settings: { PUBLIC_URL } }: AppContext, request: Request): CookieOptions {
  const secure = PUBLIC_URL ? PUBLIC_URL.startsWith('https:') : request.secure;
  return { httpOnly: true, sameSite: 'lax', secure, path: '/' };
}
