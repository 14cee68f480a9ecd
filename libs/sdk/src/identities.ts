import type { Session } from './accounts';
import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Page } from './paging';
import type { Http } from './request';
import type { ConfirmPassword } from './second-factor';

/** An account at an identity provider, with which a person signs in. */
export interface Identity {
  _id: string;
  /** ID of the identity provider in the settings of the server. */
  providerId: string;
  providerName: string;
  /** As the provider said at the last sign-in. */
  email: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Where the browser continues. It can come back for ten minutes, once, and only this browser can. */
export interface ProviderRedirect {
  /** Page of the identity provider. */
  url: string;
}

/** What the identity provider sent the browser back with. */
export interface ProviderCallback {
  /** At most 32 characters. */
  providerId: string;
  /** Query string of the page to which the provider redirected: `code=…&state=…`. At most 16384 characters. */
  parameters: string;
}

/** What signs a person in. */
export interface SignInWithProvider extends ProviderCallback {
  /** Of a person with a second factor, unless that of the provider counts. Send it with the same parameters. */
  code?: string;
}

/** Where the session at the identity provider can be ended too. */
export interface SignedOut {
  /** Page of the identity provider, if it offers one. */
  url: string | null;
}

/** Single sign-on: accounts at identity providers, with which people sign in. Browsers link and use them. */
export class Identities {
  constructor(private readonly http: Http) {}

  /**
   * Lists the caller's accounts at identity providers, newest first. A token of the workspace has none.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the access token lacks the scope `admin`.
   * @example
   * const { items } = await drover.identities.list();
   */
  list(options?: CallOptions): ApiPromise<Page<Identity>> {
    return this.http.request('identities.list', {}, options);
  }

  /**
   * Starts to sign in at an identity provider. `drover.installation.get()` lists the providers.
   *
   * @param start ID of the provider.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 503 if the provider does not respond.
   * @example
   * const { url } = await drover.identities.startSignIn({ providerId: 'keycloak' });
   */
  startSignIn(start: { providerId: string }, options?: CallOptions): ApiPromise<ProviderRedirect> {
    return this.http.request('identities.startSignIn', { body: start }, options);
  }

  /**
   * Signs in by an identity provider and sets the session cookie.
   *
   * @param login What the provider sent the browser back with.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if it is invalid, too old, used already or from another browser.
   * @example
   * const { account } = await drover.identities.signIn({ providerId: 'keycloak', parameters });
   */
  signIn(login: SignInWithProvider, options?: CallOptions): ApiPromise<Session> {
    return this.http.request('identities.signIn', { body: login }, options);
  }

  /**
   * Starts to link an account at an identity provider to the caller.
   *
   * @param start ID of the provider, and the current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if the password is wrong.
   * @example
   * const { url } = await drover.identities.startLink({ providerId: 'keycloak', currentPassword: password });
   */
  startLink(
    start: ConfirmPassword & { providerId: string },
    options?: CallOptions,
  ): ApiPromise<ProviderRedirect> {
    return this.http.request('identities.startLink', { body: start }, options);
  }

  /**
   * Links an account at an identity provider to the caller, who can then sign in with it.
   *
   * @param callback What the provider sent the browser back with.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the account is linked already.
   * @example
   * const identity = await drover.identities.create({ providerId: 'keycloak', parameters });
   */
  create(callback: ProviderCallback, options?: CallOptions): ApiPromise<Identity> {
    return this.http.request('identities.create', { body: callback }, options);
  }

  /**
   * Unlinks an account at an identity provider, and ends the sessions that began there.
   *
   * @param identityId ID of the identity.
   * @param confirmation The current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if it is the last way in which the person can sign in.
   * @example
   * await drover.identities.remove(identityId, { currentPassword: password });
   */
  remove(identityId: string, confirmation: ConfirmPassword, options?: CallOptions): ApiPromise<void> {
    return this.http.request('identities.remove', { params: { identityId }, body: confirmation }, options);
  }

  /**
   * Ends the session of the cookie. Returns where the browser can end the one at the provider.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if there is no session.
   * @example
   * const { url } = await drover.identities.signOut();
   */
  signOut(options?: CallOptions): ApiPromise<SignedOut> {
    return this.http.request('identities.signOut', {}, options);
  }

  /**
   * Ends the sessions that a logout token names. Identity providers call this themselves.
   *
   * @param logout A token of OpenID Connect Back-Channel Logout.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 400 if the token is invalid or was used already.
   * @example
   * const { sessions } = await drover.identities.endSessions({ logout_token: token });
   */
  endSessions(logout: { logout_token: string }, options?: CallOptions): ApiPromise<{ sessions: number }> {
    return this.http.request('identities.endSessions', { body: logout }, options);
  }

  /**
   * Ends the session that an identity provider names. The sign-out page of the provider loads this itself.
   *
   * @param logout Issuer and session of OpenID Connect Front-Channel Logout.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 400 if the issuer is none of the providers of the service.
   * @example
   * const { sessions } = await drover.identities.frontChannelLogout({ iss: 'https://login.example.org', sid: 'zH3' });
   */
  frontChannelLogout(
    logout: { iss: string; sid: string },
    options?: CallOptions,
  ): ApiPromise<{ sessions: number }> {
    return this.http.request('identities.frontChannelLogout', { query: logout }, options);
  }
}
