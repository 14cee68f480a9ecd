import { LIMITS, type Session } from '@drover/contract';
import { parse as parseCookies } from 'cookie';
import type { Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../context/app-context';
import { createAuditWriter } from '../features/audit/audit-writer';
import { createIdentity, listIdentities, removeIdentity, startLink } from '../features/identities/identities';
import { endProviderSessions, endSessionByFrame } from '../features/identities/logout';
import { providerSignInMs, startProviderSignIn } from '../features/identities/provider-sign-ins';
import { signOut } from '../features/identities/sign-out';
import { signInWithProvider } from '../features/identities/sign-in';
import type { ChangedMember } from '../features/members/members';
import { setAuditAuthor } from '../http/audit';
import { SESSION_COOKIE } from '../http/authenticate';
import { assertNoForeignPage } from '../http/own-pages';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';
import { authorOf, sessionCookie, signInRequest } from './accounts.routes';

/** The name of the cookie that binds a sign-in at a provider to a browser. */
const BROWSER_COOKIE = 'drover_sign_in';

export const identityRoutes = (context: AppContext) =>
  routeHandlers('identities', {
    list: ({ req }) => ok(listIdentities(context, req.caller)),
    startSignIn: async ({ req, res, body }) => {
      assertNoForeignPage(req, context);
      const visit = { browser: markBrowser(context, req, res), personId: null };
      return created(startProviderSignIn(context, visit, body.providerId));
    },
    signIn: async ({ req, res, body }) => {
      const login = { ...body, browser: browserOf(req) };
      const { session, secret, changed } = await signInWithProvider(context, login, signInRequest(req));
      const cookie = { ...sessionCookie(context, req), maxAge: LIMITS.sessionSeconds * 1000 };
      res.cookie(SESSION_COOKIE, secret, cookie);
      setAuditAuthor(res, authorOf(session.account));
      if (changed) await recordChange(context, req, { changed, session });
      return created(session);
    },
    startLink: async ({ req, res, body }) =>
      created(startLink(context, req.caller, { ...body, browser: markBrowser(context, req, res) })),
    create: ({ req, body }) =>
      created(createIdentity(context, req.caller, { ...body, browser: browserOf(req) })),
    remove: ({ req, params, body }) => noContent(removeIdentity(context, req.caller, { ...params, ...body })),
    signOut: ({ req, res }) => {
      res.clearCookie(SESSION_COOKIE, sessionCookie(context, req));
      return ok(signOut(context, req.caller));
    },
    endSessions: async ({ res, body }) => {
      res.set('Cache-Control', 'no-store');
      const { sessions, author } = await endProviderSessions(context, body.logout_token);
      if (author) setAuditAuthor(res, author);
      return ok({ sessions });
    },
    frontChannelLogout: async ({ res, query }) => {
      res.set('Cache-Control', 'no-store');
      // The sign-out page of a provider may be at another address than its issuer. The frame shows nothing of use.
      res.removeHeader('X-Frame-Options');
      res.set('Content-Security-Policy', "default-src 'none'; frame-ancestors *");
      const { sessions, author } = await endSessionByFrame(context, query);
      if (author) setAuditAuthor(res, author);
      return ok({ sessions });
    },
  });

/** Returns the secret of the browser, which no other browser knows. Without one, nothing can come back. */
function browserOf({ headers }: Request): string {
  return parseCookies(headers.cookie ?? '')[BROWSER_COOKIE] ?? '';
}

/** Gives the browser a secret, unless it has one from another tab. */
function markBrowser(context: AppContext, request: Request, response: Response): string {
  const known = browserOf(request);
  const browser = /^[0-9a-f]{64}$/.test(known) ? known : randomBytes(32).toString('hex');
  response.cookie(BROWSER_COOKIE, browser, { ...sessionCookie(context, request), maxAge: providerSignInMs });
  return browser;
}

/** Adds an entry to the audit log for what the claims of a provider changed. */
async function recordChange(
  context: AppContext,
  { ip, id }: Request,
  { changed: { action, accountId, memberId, before }, session }: { changed: ChangedMember; session: Session },
): Promise<void> {
  const author = { ...authorOf(session.account), tokenId: null, tokenName: null, tokenKind: null };
  const target = {
    ...author,
    accountId,
    targetId: memberId,
    deviceIds: [],
    address: ip ?? '',
    requestId: id as string,
  };
  const row = before && { role: before };
  await createAuditWriter(context).write({ action, target: 'params.memberId' }, target, { row });
}
