import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Page } from './paging';
import type { Http } from './request';

/** Role of a member of a workspace. Each includes the ones before it. */
export type Role = 'viewer' | 'operator' | 'editor' | 'admin' | 'owner';

/** Public information about a service. */
export interface Installation {
  version: string;
  /** False until the first visitor has created an account. */
  hasAccount: boolean;
  isSignUpOpen: boolean;
  /** Whether the server sends email. */
  canSendMail: boolean;
  /** True if the first account has not been created, and the request comes from another machine than the server. */
  isSetupCodeRequired: boolean;
  /** Identity providers with which people sign in. */
  identityProviders: { _id: string; name: string }[];
}

/** The workspace of the caller, and who the caller is in it. Every other record belongs to an account. */
export interface Account {
  _id: string;
  /** Address of the caller, or of the owner for tokens of no person. */
  email: string;
  /** Name of the workspace. */
  name: string;
  isAdministrator: boolean;
  isReviewer: boolean;
  createdAt: string;
  /** Role of the caller. */
  role: Role;
  /** Whether members need a second factor. */
  isSecondFactorRequired: boolean;
  /** Whether members need single sign-on. */
  isSingleSignOnRequired: boolean;
  /** The caller. Null for a token of the workspace. */
  person: AccountPerson | null;
}

/** The person of a session or of a personal access token. */
export interface AccountPerson {
  _id: string;
  name: string;
  /** An own one, or that of an identity provider if the workspace requires one. */
  hasSecondFactor: boolean;
  /** False for a person who only signs in otherwise. */
  hasPassword: boolean;
  /** Whether the workspace requires single sign-on, and this session began otherwise. */
  lacksSingleSignOn: boolean;
}

/** A new account. */
export interface CreateAccount {
  email: string;
  /** 8 to 256 characters. */
  password: string;
  name?: string;
  /** The code in the log of the server. Only the first account needs it, and only from another machine. */
  setupCode?: string;
}

/** Omitted fields stay unchanged. */
export interface UpdateAccount {
  /** Name of the workspace, which only admins change. */
  name?: string;
  /** True lets members without a second factor only set one up. Requires one of the caller, and the role `admin`. */
  isSecondFactorRequired?: boolean;
  /** True refuses sessions that did not begin by single sign-on, except those of owners with a second factor. */
  isSingleSignOnRequired?: boolean;
  /** Name of the caller. */
  personName?: string;
  email?: string;
  /** A new password requires the current one in `currentPassword`. */
  password?: string;
  currentPassword?: string;
}

/** Credentials to sign in with. */
export interface CreateSession {
  email: string;
  password: string;
  /** Of a person with a second factor: a code of the authenticator app, or a recovery code. */
  code?: string;
}

/** A browser in which the person is signed in. */
export interface OwnSession {
  _id: string;
  /** Browser and system, such as `Firefox, Linux`. */
  name: string;
  /** IP address of the last use. */
  address: string | null;
  createdAt: string;
  /** Last request, to the minute. */
  lastUsedAt: string | null;
  expiresAt: string | null;
  /** Whether it began with a second factor. */
  hasSecondFactor: boolean;
  /** Whether the request belongs to it. */
  isCurrent: boolean;
}

/** A browser session. Its token is in a cookie that scripts cannot read. */
export interface Session {
  account: Account;
  expiresAt: string;
}

/** Information about the service. */
export class InstallationResource {
  constructor(private readonly http: Http) {}

  /**
   * Reads public information. Requires no access token.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ConnectionError} if the service cannot be reached.
   * @example
   * const { version } = await drover.installation.get();
   */
  get(options?: CallOptions): ApiPromise<Installation> {
    return this.http.request('installation.get', {}, options);
  }
}

/** The caller's account, and the creation of accounts. */
export class Accounts {
  constructor(private readonly http: Http) {}

  /**
   * Creates an account. Anyone can create the first one; later ones require an administrator or open sign-up.
   *
   * @param account Email address, password and name.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the installation does not allow it, or the set-up code is wrong.
   * @throws {@link ApiError} 409 if the email address is taken.
   * @throws {@link ApiError} 422 if a field is invalid.
   * @example
   * const account = await drover.accounts.create({ email: 'ada@example.org', password });
   */
  create(account: CreateAccount, options?: CallOptions): ApiPromise<Account> {
    return this.http.request('accounts.create', { body: account }, options);
  }

  /**
   * Reads the workspace of the caller, and the role in it.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the access token is missing, expired or revoked.
   * @example
   * const { email } = await drover.accounts.get();
   */
  get(options?: CallOptions): ApiPromise<Account> {
    return this.http.request('accounts.get', {}, options);
  }

  /**
   * Changes the name of the workspace, or the caller's name, email address or password.
   *
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the email address is taken.
   * @throws {@link ApiError} 422 if a field is invalid, or `currentPassword` is wrong.
   * @example
   * await drover.accounts.update({ name: 'Ada' });
   */
  update(changes: UpdateAccount, options?: CallOptions): ApiPromise<void> {
    return this.http.request('accounts.update', { body: changes }, options);
  }
}

/** Browser sessions. */
export class Sessions {
  constructor(private readonly http: Http) {}

  /**
   * Signs in and sets the session cookie.
   *
   * @param login Email address and password, and the code of a person with a second factor.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the email address or the password is wrong, 1051 if a code is missing, 1052 if it is wrong.
   * @throws {@link ApiError} 403 if the person is not a member of any workspace.
   * @example
   * const { expiresAt } = await drover.sessions.create({ email: 'ada@example.org', password });
   */
  create(login: CreateSession, options?: CallOptions): ApiPromise<Session> {
    return this.http.request('sessions.create', { body: login }, options);
  }

  /**
   * Signs out and ends the session of the cookie.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the caller is not signed in.
   * @example
   * await drover.sessions.remove();
   */
  remove(options?: CallOptions): ApiPromise<void> {
    return this.http.request('sessions.remove', {}, options);
  }

  /**
   * Lists the caller's sessions in all workspaces, newest first. A token of the workspace has none.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the access token lacks the scope `admin`.
   * @example
   * const { items } = await drover.sessions.list();
   */
  list(options?: CallOptions): ApiPromise<Page<OwnSession>> {
    return this.http.request('sessions.list', {}, options);
  }

  /**
   * Ends one of the caller's sessions.
   *
   * @param sessionId ID of the session.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the session does not exist.
   * @example
   * await drover.sessions.removeOne(sessionId);
   */
  removeOne(sessionId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('sessions.removeOne', { params: { sessionId } }, options);
  }

  /**
   * Ends the caller's sessions except the one of this request.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the access token lacks the scope `admin`.
   * @example
   * await drover.sessions.removeOthers();
   */
  removeOthers(options?: CallOptions): ApiPromise<void> {
    return this.http.request('sessions.removeOthers', {}, options);
  }
}
