import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** Public information about a service. */
export interface Installation {
  version: string;
  /** False until the first visitor has created an account. */
  hasAccount: boolean;
  isSignUpOpen: boolean;
  /** True if the first account has not been created, and the request comes from another machine than the server. */
  isSetupCodeRequired: boolean;
}

/** A person or a team. Every other record belongs to an account. */
export interface Account {
  _id: string;
  email: string;
  name: string;
  isAdministrator: boolean;
  isReviewer: boolean;
  createdAt: string;
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
  name?: string;
  email?: string;
  /** A new password requires the current one in `currentPassword`. */
  password?: string;
  currentPassword?: string;
}

/** Credentials to sign in with. */
export interface CreateSession {
  email: string;
  password: string;
}

/** A browser session. Its token is in a cookie that scripts cannot read. */
export interface Session {
  account: Account;
  expiresAt: string;
}

/** Information about the service. */
export class InstallationResource {
  constructor(private readonly http: Http) {}

  /** Reads public information. Requires no access token. */
  get(options?: CallOptions): ApiPromise<Installation> {
    return this.http.request('installation.get', {}, options);
  }
}

/** The caller's account, and the creation of accounts. */
export class Accounts {
  constructor(private readonly http: Http) {}

  /** Creates an account. Anyone can create the first one; later ones require an administrator or open sign-up. */
  create(account: CreateAccount, options?: CallOptions): ApiPromise<Account> {
    return this.http.request('accounts.create', { body: account }, options);
  }

  /** Reads the caller's account. */
  get(options?: CallOptions): ApiPromise<Account> {
    return this.http.request('accounts.get', {}, options);
  }

  /** Changes the caller's name, e-mail address or password. */
  update(changes: UpdateAccount, options?: CallOptions): ApiPromise<void> {
    return this.http.request('accounts.update', { body: changes }, options);
  }
}

/** Browser sessions. */
export class Sessions {
  constructor(private readonly http: Http) {}

  /** Signs in and sets the session cookie. */
  create(login: CreateSession, options?: CallOptions): ApiPromise<Session> {
    return this.http.request('sessions.create', { body: login }, options);
  }

  /** Signs out and ends the session of the cookie. */
  remove(options?: CallOptions): ApiPromise<void> {
    return this.http.request('sessions.remove', {}, options);
  }
}
