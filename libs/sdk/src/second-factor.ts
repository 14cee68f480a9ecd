import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** What signing in requires beside the password. */
export interface SecondFactor {
  isOn: boolean;
  /** Whether there is an authenticator app. Passkeys count as a second factor too. */
  hasApp: boolean;
  since: string | null;
  /** Number of recovery codes that were not used yet. */
  recoveryCodes: number;
  /** Whether the current workspace requires a second factor. */
  isRequired: boolean;
}

/** Proves that it is still the person who signed in. */
export interface ConfirmPassword {
  /** Required of persons with a password. */
  currentPassword?: string;
}

/** A secret for an authenticator app. */
export interface SecondFactorSecret {
  /** In Base32, to type. */
  secret: string;
  /** `otpauth://totp/…`, to show as a QR code. */
  uri: string;
}

/** A code of the authenticator app. */
export interface ConfirmSecondFactor {
  code: string;
}

/** Codes that replace the second factor once each. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** The second factor of the caller. */
export class SecondFactorResource {
  constructor(private readonly http: Http) {}

  /**
   * Reads whether the caller's sign-in requires a second factor.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the token belongs to no person.
   * @example
   * const { isOn } = await drover.secondFactor.get();
   */
  get(options?: CallOptions): ApiPromise<SecondFactor> {
    return this.http.request('secondFactor.get', {}, options);
  }

  /**
   * Creates a secret for an authenticator app. It has no effect until `confirm` gets a code of it.
   *
   * @param confirmation The current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the installation has no key to encrypt the secret with.
   * @throws {@link ApiError} 422 if the password is wrong.
   * @example
   * const { uri } = await drover.secondFactor.create({ currentPassword: password });
   */
  create(confirmation: ConfirmPassword, options?: CallOptions): ApiPromise<SecondFactorSecret> {
    return this.http.request('secondFactor.create', { body: confirmation }, options);
  }

  /**
   * Turns the second factor on, and ends the other sessions of the person.
   *
   * @param confirmation A code of the new secret.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if there is no new secret.
   * @throws {@link ApiError} 422 if the code is wrong.
   * @example
   * const { recoveryCodes } = await drover.secondFactor.confirm({ code: '123456' });
   */
  confirm(confirmation: ConfirmSecondFactor, options?: CallOptions): ApiPromise<RecoveryCodes> {
    return this.http.request('secondFactor.confirm', { body: confirmation }, options);
  }

  /**
   * Replaces the recovery codes. The former ones no longer work.
   *
   * @param confirmation The current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the second factor is off.
   * @throws {@link ApiError} 422 if the password is wrong.
   * @example
   * const { recoveryCodes } = await drover.secondFactor.createRecoveryCodes({ currentPassword: password });
   */
  createRecoveryCodes(confirmation: ConfirmPassword, options?: CallOptions): ApiPromise<RecoveryCodes> {
    return this.http.request('secondFactor.createRecoveryCodes', { body: confirmation }, options);
  }

  /**
   * Turns the second factor off.
   *
   * @param confirmation The current password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if the password is wrong.
   * @example
   * await drover.secondFactor.remove({ currentPassword: password });
   */
  remove(confirmation: ConfirmPassword, options?: CallOptions): ApiPromise<void> {
    return this.http.request('secondFactor.remove', { body: confirmation }, options);
  }
}
