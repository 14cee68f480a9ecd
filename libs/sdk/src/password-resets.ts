import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** A secret with which a person sets a new password once. */
export interface CreatedPasswordReset {
  /** `hmr_` and 64 hex characters. */
  token: string;
  expiresAt: string;
}

/** Who forgot the password. */
export interface RequestPasswordReset {
  email: string;
}

/** A new password. */
export interface CompletePasswordReset {
  /** The token of the link. */
  token: string;
  /** At least 8 characters. */
  password: string;
}

/** New passwords for people who forgot theirs. */
export class PasswordResets {
  constructor(private readonly http: Http) {}

  /**
   * Sends an email with a link that sets a new password. Also succeeds for unknown addresses. Requires no access token.
   *
   * @param person Email address.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the server cannot send email.
   * @throws {@link ApiError} 429 after too many requests.
   * @example
   * await drover.passwordResets.request({ email: 'ada@example.org' });
   */
  request(person: RequestPasswordReset, options?: CallOptions): ApiPromise<void> {
    return this.http.request('passwordResets.request', { body: person }, options);
  }

  /**
   * Sets a new password, and ends all sessions of the person. Requires no access token.
   *
   * @param reset Token and password.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the token is invalid, expired or used.
   * @throws {@link ApiError} 422 if the password is too short or too long.
   * @example
   * await drover.passwordResets.complete({ token: 'hmr_…', password });
   */
  complete(reset: CompletePasswordReset, options?: CallOptions): ApiPromise<void> {
    return this.http.request('passwordResets.complete', { body: reset }, options);
  }
}
