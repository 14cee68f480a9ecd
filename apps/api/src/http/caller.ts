import type { Scope } from '@drover/contract';
import type { IncomingMessage } from 'node:http';

/** Who sends a request. */
export interface Caller {
  accountId: string;
  tokenId: string;
  /** How the credential came: a session is a cookie's. */
  kind: 'personal' | 'session';
  scopes: Scope[];
  isAdministrator: boolean;
  isReviewer: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set on every route that is not public; there too where a credential came. */
    caller: Caller;
  }
}

/** Whether the credential is good for a scope; `admin` includes the others. */
export function hasScope({ scopes }: Caller, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes('admin');
}

/** The credential in a request's header, written `token …` or `Bearer …`. */
export function headerToken({ headers }: IncomingMessage): string | undefined {
  return headers.authorization?.replace(/^(token|bearer)\s+/i, '').trim();
}

/** The ids in the path of a request, and the account whose they have to be. */
export function ownIds<Params>({ caller }: { caller: { accountId: string } }, params: Params) {
  return { ...params, accountId: caller.accountId };
}
