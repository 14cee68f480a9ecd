import { includesRole, type ApprovalRules, type DeviceRule, type Role, type Scope } from '@drover/contract';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors/api-error';

/**
 * The devices that a request may see and use: those of an account, or those in some of its groups. Functions that read or
 * change what belongs to devices take it in place of the ID of the account.
 */
export interface DeviceScope {
  accountId: string;
  /** Null for all devices of the account. */
  groups: ScopeGroup[] | null;
}

/** A device group that a caller is bound to. Without a rule, its members are stored. */
export interface ScopeGroup {
  id: string;
  rule: DeviceRule | null;
}

/** The scope of what the server does by itself, and of callers who are bound to no group. */
export function allDevices(accountId: string): DeviceScope {
  return { accountId, groups: null };
}

/** The account, the person and the credential of a request. */
export interface Caller extends DeviceScope {
  /** Null for a token of the workspace. */
  personId: string | null;
  personName: string | null;
  /** The lesser one of the roles of the member and of the token. */
  role: Role;
  tokenId: string;
  tokenName: string;
  /** A personal access token from the Authorization header, or a session from a cookie. */
  kind: 'personal' | 'session';
  scopes: Scope[];
  /** IP address of the request. */
  address: string;
  /** What the workspace asks a second member to approve. */
  approvalRules: ApprovalRules;
  /** Whether the workspace requires a second factor that the person lacks. */
  lacksSecondFactor: boolean;
  /** Whether the workspace requires single sign-on, and the session began otherwise. */
  lacksSingleSignOn: boolean;
  /** Rights of the account in the installation, which only its owners have. */
  isAdministrator: boolean;
  isReviewer: boolean;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set on every route that is not public, and on public routes if the request has a valid credential. */
    caller: Caller;
  }
}

/** Returns whether the credential has a scope. `admin` includes the others. */
export function hasScope({ scopes }: Caller, scope: Scope): boolean {
  return scopes.includes(scope) || scopes.includes('admin');
}

/** Fails if the role of the caller in the workspace does not suffice. */
export function assertRole({ role }: Pick<Caller, 'role'>, needed: Role): void {
  if (includesRole(role, needed)) return;
  throw new ApiError('missingRole', {
    message: `This needs the role "${needed}" in this workspace; yours is "${role}". Ask one of its admins.`,
  });
}

/** Returns the credential of the Authorization header, whose scheme is `token` or `Bearer` or missing. */
export function headerToken({ headers }: IncomingMessage): string | undefined {
  return headers.authorization?.replace(/^(token|bearer)\s+/i, '').trim();
}

/** Returns the IDs in the path of a request, and the account and the devices that they have to belong to. */
export function ownIds<Params>({ caller: { accountId, groups } }: { caller: DeviceScope }, params: Params) {
  return { ...params, accountId, groups };
}
