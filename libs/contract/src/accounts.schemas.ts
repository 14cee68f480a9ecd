import { z } from 'zod';
import { Id, text, Time } from './fields';
import { hasAtMostChars, LIMITS } from './limits';
import { listOf } from './lists';
import { Role } from './policy';
import { SignInCode } from './second-factor.schemas';

export const Email = text(LIMITS.emailChars)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an email address')
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
  canSendMail: z.boolean().meta({ description: 'whether the server sends email' }),
  isSetupCodeRequired: z.boolean().meta({
    description: 'true if the first account has not been created, and the request comes from another machine',
  }),
  identityProviders: z
    .array(z.object({ _id: z.string(), name: z.string() }))
    .meta({ description: 'identity providers with which people sign in' }),
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
  isSecondFactorRequired: z.boolean().meta({ description: 'whether members need a second factor' }),
  isSingleSignOnRequired: z.boolean().meta({ description: 'whether members need single sign-on' }),
  person: z
    .object({
      _id: Id,
      name: z.string(),
      hasSecondFactor: z.boolean().meta({
        description: 'an own one, or that of an identity provider if the workspace requires one',
      }),
      hasPassword: z.boolean().meta({ description: 'false for a person who only signs in otherwise' }),
      lacksSingleSignOn: z.boolean().meta({
        description: 'whether the workspace requires single sign-on, and this session began otherwise',
      }),
    })
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

/** A new password requires the current one. Only admins change the workspace; the rest belongs to the caller. */
export const UpdateAccount = z.object({
  name: AccountName.optional().meta({ description: 'name of the workspace' }),
  isSecondFactorRequired: z.boolean().optional().meta({
    description: 'true lets members without a second factor only set one up. Requires one of the caller',
  }),
  isSingleSignOnRequired: z.boolean().optional().meta({
    description:
      'true refuses sessions of members that began otherwise, except those of owners with a second factor',
  }),
  personName: AccountName.optional().meta({ description: 'name of the caller' }),
  email: Email.optional(),
  password: Password.optional(),
  currentPassword: z.string().optional(),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

/** A person with a second factor also sends a code. */
export const CreateSession = z.object({
  email: z.string(),
  password: z.string(),
  code: SignInCode.optional(),
});
export type CreateSession = z.infer<typeof CreateSession>;

/** The session token is sent in a cookie that scripts cannot read. */
export const Session = z.object({ account: Account, expiresAt: Time });
export type Session = z.infer<typeof Session>;

/** A browser in which the person is signed in. */
export const OwnSession = z.object({
  _id: Id,
  name: z.string().meta({ description: 'browser and system', example: 'Firefox, Linux' }),
  address: z.string().nullable().meta({ description: 'IP address of the last use' }),
  createdAt: Time,
  lastUsedAt: Time.nullable().meta({ description: 'last request, to the minute' }),
  expiresAt: Time.nullable(),
  hasSecondFactor: z.boolean().meta({ description: 'whether it began with a second factor' }),
  isCurrent: z.boolean().meta({ description: 'whether the request belongs to it' }),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const OwnSessionList = listOf(OwnSession);
export type OwnSessionList = z.infer<typeof OwnSessionList>;
