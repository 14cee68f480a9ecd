import { z } from 'zod';
import { Id, text, Time } from './fields';
import { hasAtMostChars, LIMITS } from './limits';
import { Role } from './policy';

export const Email = text(LIMITS.emailChars)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')
  // The address is stored in lowercase, which can be longer.
  .refine((email) => hasAtMostChars(email.toLowerCase(), LIMITS.emailChars), {
    message: `must have at most ${LIMITS.emailChars} characters`,
  })
  .meta({ example: 'ada@example.org' });
export const Password = text(LIMITS.passwordCharsMax, LIMITS.passwordCharsMin);
/** The name of an account or of a person. */
export const AccountName = text(LIMITS.accountNameChars, 1);

/** Public information about this installation. */
export const Installation = z.object({
  version: z.string(),
  hasAccount: z.boolean().meta({ description: 'false until the first visitor has created an account' }),
  isSignUpOpen: z.boolean(),
  isSetupCodeRequired: z.boolean().meta({
    description: 'true if the first account has not been created, and the request comes from another machine',
  }),
});
export type Installation = z.infer<typeof Installation>;

/** The workspace of a caller, and who the caller is in it. Every other record belongs to an account. */
export const Account = z.object({
  _id: Id,
  email: z.string().meta({ description: 'address of the caller, or of the owner for tokens of no person' }),
  name: z.string().meta({ description: 'name of the workspace' }),
  isAdministrator: z.boolean(),
  isReviewer: z.boolean(),
  createdAt: Time,
  role: Role.meta({ description: 'role of the caller' }),
  person: z
    .object({ _id: Id, name: z.string() })
    .nullable()
    .meta({ description: 'the caller; null for a token of the workspace' }),
});
export type Account = z.infer<typeof Account>;

export const CreateAccount = z.object({
  email: Email,
  password: Password,
  name: AccountName.optional(),
  setupCode: z.string().optional().meta({
    description:
      'The code in the log of the server. Only the first account needs it, and only from another machine',
  }),
});
export type CreateAccount = z.infer<typeof CreateAccount>;

/** A new password requires the current one. Only admins rename the workspace; the rest belongs to the caller. */
export const UpdateAccount = z.object({
  name: AccountName.optional().meta({ description: 'name of the workspace' }),
  personName: AccountName.optional().meta({ description: 'name of the caller' }),
  email: Email.optional(),
  password: Password.optional(),
  currentPassword: z.string().optional(),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const CreateSession = z.object({ email: z.string(), password: z.string() });
export type CreateSession = z.infer<typeof CreateSession>;

/** The session token is sent in a cookie that scripts cannot read. */
export const Session = z.object({ account: Account, expiresAt: Time });
export type Session = z.infer<typeof Session>;
