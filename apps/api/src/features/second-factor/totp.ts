import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports (RFC 6238). */
const parameters = { issuer: 'Drover', algorithm: 'SHA1', digits: 6, period: 30 };

/** Clocks may differ by one time step. */
const window = 1;

/** Creates a secret of 20 random bytes in Base32, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI with which an authenticator app adds the secret. */
export function totpUri(secret: string, label: string): string {
  return new TOTP({ ...parameters, label, secret }).toString();
}

/** Returns the time step of a code, or undefined if the code is wrong or too old. */
export function stepOfCode(secret: string, code: string, timestamp = Date.now()): number | undefined {
  const delta = new TOTP({ ...parameters, secret }).validate({ token: code, timestamp, window });
  return delta === null ? undefined : TOTP.counter({ period: parameters.period, timestamp }) + delta;
}
