import type { Session } from './accounts';
import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Page } from './paging';
import type { Http } from './request';
import type { ConfirmPassword } from './second-factor';

/** A key pair in a browser, a phone or a security key, with which its person signs in. */
export interface Passkey {
  _id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** What a browser needs to create or to use a passkey. Valid for five minutes, once. */
export interface PasskeyOptions {
  /** Options of `navigator.credentials` in the JSON form of WebAuthn. */
  options: Record<string, unknown>;
}

/** A new passkey. */
export interface CreatePasskey {
  /** At most 64 characters. */
  name: string;
  /** What the browser returned, in the JSON form of WebAuthn. */
  credential: {
    id: string;
    rawId: string;
    type: 'public-key';
    response: { clientDataJSON: string; attestationObject: string; transports?: string[] };
  };
}

/** A new passkey, and the recovery codes of a person who had no second factor before. */
export interface CreatedPasskey extends Passkey {
  recoveryCodes: string[];
}

/** What a browser signed, in the JSON form of WebAuthn. */
export interface SignInWithPasskey {
  credential: {
    id: string;
    rawId: string;
    type: 'public-key';
    response: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string;
    };
  };
}

/** Passkeys, with which people sign in without a password. Browsers create and use them. */
export class Passkeys {
  constructor(private readonly http: Http) {}

  /**
   * Lists the caller's passkeys, newest first. A token of the workspace has none.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the access token lacks the scope `admin`.
   * @example
   * const { items } = await drover.passkeys.list();
   */
  list(options?: CallOptions): ApiPromise<Page<Passkey>> {
    return this.http.request('passkeys.list', {}, options);
  }

  /**
   * Creates the options with which a browser creates a passkey.
   *
   * @param confirmation The current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if the password is wrong.
   * @example
   * const created = await drover.passkeys.createOptions({ currentPassword: password });
   */
  createOptions(confirmation: ConfirmPassword, options?: CallOptions): ApiPromise<PasskeyOptions> {
    return this.http.request('passkeys.createOptions', { body: confirmation }, options);
  }

  /**
   * Registers a passkey. It counts as a second factor, and ends the other sessions of the person.
   *
   * @param passkey Name, and what the browser returned.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the browser's answer is invalid or too old.
   * @example
   * const { recoveryCodes } = await drover.passkeys.create({ name: 'Laptop', credential });
   */
  create(passkey: CreatePasskey, options?: CallOptions): ApiPromise<CreatedPasskey> {
    return this.http.request('passkeys.create', { body: passkey }, options);
  }

  /**
   * Removes a passkey.
   *
   * @param passkeyId ID of the passkey.
   * @param confirmation The current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the passkey does not exist.
   * @example
   * await drover.passkeys.remove(passkeyId, { currentPassword: password });
   */
  remove(passkeyId: string, confirmation: ConfirmPassword, options?: CallOptions): ApiPromise<void> {
    return this.http.request('passkeys.remove', { params: { passkeyId }, body: confirmation }, options);
  }

  /**
   * Creates the options with which a browser signs in by a passkey.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the console is open by an IP address, which passkeys cannot belong to.
   * @example
   * const created = await drover.passkeys.createSignInOptions();
   */
  createSignInOptions(options?: CallOptions): ApiPromise<PasskeyOptions> {
    return this.http.request('passkeys.createSignInOptions', {}, options);
  }

  /**
   * Signs in by a passkey and sets the session cookie.
   *
   * @param login What the browser signed.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the passkey is unknown, or its answer is invalid or too old.
   * @example
   * const { account } = await drover.passkeys.signIn({ credential: assertion });
   */
  signIn(login: SignInWithPasskey, options?: CallOptions): ApiPromise<Session> {
    return this.http.request('passkeys.signIn', { body: login }, options);
  }
}
