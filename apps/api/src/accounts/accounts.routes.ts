import { contract, LIMITS } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import type { CookieOptions, Request } from 'express';
import { auditAs } from '../http/audit';
import { SESSION_COOKIE } from '../http/authenticate';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { createAccount, getAccount, getInstallation, updateAccount } from './accounts';
import { createSession, removeSession } from './sessions';

const s = initServer();

export const installationRoutes = (service: Service) =>
  s.router(contract.installation, {
    get: () => ok(getInstallation(service)),
  });

export const accountRoutes = (service: Service) =>
  s.router(contract.accounts, {
    create: async ({ req, body, res }) => {
      const account = await createAccount(service, req.caller, body);
      auditAs(res, { accountId: account._id, targetId: account._id });
      return created(account);
    },
    get: ({ req }) => ok(getAccount(service, req.caller.accountId)),
    update: ({ req, body }) => noContent(updateAccount(service, req.caller, body)),
  });

export const sessionRoutes = (service: Service) =>
  s.router(contract.sessions, {
    create: async ({ req, res, body }) => {
      const { session, secret } = await createSession(service, body);
      res.cookie(SESSION_COOKIE, secret, { ...cookie(req), maxAge: LIMITS.sessionSeconds * 1000 });
      auditAs(res, { accountId: session.account._id, targetId: session.account._id });
      return created(session);
    },
    remove: ({ req, res }) => {
      res.clearCookie(SESSION_COOKIE, cookie(req));
      return noContent(removeSession(service, req.caller));
    },
  });

function cookie({ secure }: Pick<Request, 'secure'>): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure, path: '/' };
}
