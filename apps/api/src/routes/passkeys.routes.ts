import { LIMITS } from '@drover/contract';
import type { Request } from 'express';
import { isIP } from 'node:net';
import type { AppContext } from '../context/app-context';
import {
  createPasskey,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
} from '../features/passkeys/passkeys';
import type { RelyingParty } from '../features/passkeys/registration';
import { createSignInOptions, signInWithPasskey } from '../features/passkeys/sign-in';
import { ApiError } from '../errors/api-error';
import { setAuditAuthor } from '../http/audit';
import { SESSION_COOKIE } from '../http/authenticate';
import { assertKnownHost, assertNoForeignPage } from '../http/own-pages';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';
import { authorOf, sessionCookie, signInRequest } from './accounts.routes';

export const passkeyRoutes = (context: AppContext) =>
  routeHandlers('passkeys', {
    list: ({ req }) => ok(listPasskeys(context, req.caller)),
    createOptions: async ({ req, body }) =>
      created(
        createPasskeyOptions(context, req.caller, { ...body, relyingParty: relyingParty(context, req) }),
      ),
    create: async ({ req, body }) =>
      created(createPasskey(context, req.caller, { ...body, relyingParty: relyingParty(context, req) })),
    remove: ({ req, params, body }) => noContent(removePasskey(context, req.caller, { ...params, ...body })),
    createSignInOptions: async ({ req }) => created(createSignInOptions(context, relyingParty(context, req))),
    signIn: async ({ req, res, body }) => {
      const login = { ...body, relyingParty: relyingParty(context, req) };
      const { session, secret } = await signInWithPasskey(context, login, signInRequest(req));
      const cookie = { ...sessionCookie(context, req), maxAge: LIMITS.sessionSeconds * 1000 };
      res.cookie(SESSION_COOKIE, secret, cookie);
      setAuditAuthor(res, authorOf(session.account));
      return created(session);
    },
  });

/** Returns the address of the console in the browser of a request. Only addresses that this server is known by count. */
export function relyingParty(context: AppContext, request: Request): RelyingParty {
  assertNoForeignPage(request, context);
  const origin = request.headers.origin ?? new URL(context.publicUrl).origin;
  if (origin !== new URL(context.publicUrl).origin) assertKnownHost(request, context);
  const id = new URL(origin).hostname;
  if (isIP(id.replace(/^\[|\]$/g, '')) === 0) return { origin, id };
  throw new ApiError('conflict', {
    message: 'Passkeys belong to a host name. Open the console by its name instead of its IP address.',
  });
}
