import type { CallOptions, Http } from './request';

/** What anyone may know of a service. */
export interface Installation {
  version: string;
  /** When false, the first visitor makes the first account. */
  hasAccount: boolean;
  isSignUpOpen: boolean;
}

/** A person or a team; owns everything else. */
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
}

/** A key that is left out stays as it is. */
export interface UpdateAccount {
  name?: string;
  email?: string;
  /** A new password needs the present one. */
  password?: string;
  currentPassword?: string;
}

/** Who signs in. */
export interface CreateSession {
  email: string;
  password: string;
}

/** A session of a browser; it travels in a cookie that scripts cannot read. */
export interface Session {
  account: Account;
  expiresAt: string;
}

/** The service itself. */
export class InstallationResource {
  constructor(private readonly http: Http) {}

  /** Reads what anyone may know. Needs no access token. */
  get(options?: CallOptions): Promise<Installation> {
    return this.http.get('/v1/installation', undefined, options);
  }
}

/** The caller's account, and new ones. */
export class Accounts {
  constructor(private readonly http: Http) {}

  /** Creates an account: the first one freely, later ones by an administrator or where sign-up is open. */
  create(account: CreateAccount, options?: CallOptions): Promise<Account> {
    return this.http.post('/v1/accounts', account, options);
  }

  /** Reads the caller's account. */
  get(options?: CallOptions): Promise<Account> {
    return this.http.get('/v1/account', undefined, options);
  }

  /** Changes the caller's name, e-mail address or password. */
  update(changes: UpdateAccount, options?: CallOptions): Promise<void> {
    return this.http.put('/v1/account', changes, options);
  }
}

/** Sessions of a browser. */
export class Sessions {
  constructor(private readonly http: Http) {}

  /** Signs in: sets the session cookie. */
  create(login: CreateSession, options?: CallOptions): Promise<Session> {
    return this.http.post('/v1/sessions', login, options);
  }

  /** Signs out: ends the session of the cookie. */
  remove(options?: CallOptions): Promise<void> {
    return this.http.delete('/v1/sessions/current', undefined, options);
  }
}
