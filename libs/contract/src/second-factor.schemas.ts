import { z } from 'zod';
import { Time } from './fields';

/** The second factor of the caller: what signing in requires beside the password. */
export const SecondFactor = z.object({
  isOn: z.boolean(),
  hasApp: z.boolean().meta({ description: 'whether there is an authenticator app; passkeys count too' }),
  since: Time.nullable(),
  recoveryCodes: z.number().int().meta({ description: 'recovery codes that were not used yet' }),
  isRequired: z.boolean().meta({ description: 'whether the current workspace requires a second factor' }),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** Proves that it is still the person who signed in. Persons without a password omit it. */
export const ConfirmPassword = z.object({
  currentPassword: z.string().optional().meta({ description: 'required of persons with a password' }),
});
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;

/** A secret for an authenticator app. It has no effect until a code of it was sent. */
export const SecondFactorSecret = z.object({
  secret: z.string().meta({ description: 'in Base32, to type; returned only once' }),
  uri: z.string().meta({ description: 'otpauth://totp/…, to show as a QR code' }),
});
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;

/** A code of an authenticator app, or a recovery code. Spaces, hyphens and case do not matter. */
export const SignInCode = z.string().max(32).meta({
  description: 'code of the authenticator app, or a recovery code. Each works once',
  example: '123456',
});

export const ConfirmSecondFactor = z.object({ code: SignInCode });
export type ConfirmSecondFactor = z.infer<typeof ConfirmSecondFactor>;

export const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).meta({ description: 'each works once; returned only once' }),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
