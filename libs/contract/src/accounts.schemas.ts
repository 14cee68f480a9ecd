import { z } from 'zod';
import { Id, text, Time, seconds } from './fields';
import { countChars, LIMITS } from './limits';
import { listOf } from './lists';
import { Scope } from './policy';

const Email = text(LIMITS.emailChars)
  .regex(/^[^\s@]+@[^\s@]+\.?[^\s@]*$/, 'must be an e-mail address')
  // It is kept in lower case, which may be longer.
  .refine((email) => countChars(email.toLowerCase()) <= LIMITS.emailChars, {
    message: `must have at most ${LIMITS.emailChars} characters`,
  })
  .meta({ example: 'ada@example.org' });
const Password = text(LIMITS.passwordCharsMax, LIMITS.passwordCharsMin);
const AccountName = text(LIMITS.accountNameChars, 1);

/** What anyone may know of this installation. */
export const Installation = z.object({
  version: z.string(),
  hasAccount: z.boolean().meta({ description: 'false: the first visitor makes the first account' }),
  isSignUpOpen: z.boolean(),
});
export type Installation = z.infer<typeof Installation>;

/** A person or a team; owns everything else. */
export const Account = z.object({
  _id: Id,
  email: z.string(),
  name: z.string(),
  isAdministrator: z.boolean(),
  isReviewer: z.boolean(),
  createdAt: Time,
});
export type Account = z.infer<typeof Account>;

export const CreateAccount = z.object({ email: Email, password: Password, name: AccountName.optional() });
export type CreateAccount = z.infer<typeof CreateAccount>;

/** A new password needs the present one. */
export const UpdateAccount = z.object({
  name: AccountName.optional(),
  email: Email.optional(),
  password: Password.optional(),
  currentPassword: z.string().optional(),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const CreateSession = z.object({ email: z.string(), password: z.string() });
export type CreateSession = z.infer<typeof CreateSession>;

/** The session itself travels in a cookie that scripts cannot read. */
export const Session = z.object({ account: Account, expiresAt: Time });
export type Session = z.infer<typeof Session>;

/** An access token's record; the token itself is shown once, when it is made. */
export const Token = z.object({
  _id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  createdAt: Time,
});
export type Token = z.infer<typeof Token>;

export const CreateToken = z.object({
  name: text(LIMITS.tokenNameChars, 1),
  scopes: z.array(Scope).min(1).max(4).optional().meta({ description: 'without it: those of the caller' }),
  expiresIn: seconds(LIMITS.tokenSecondsMax).optional(),
});
export type CreateToken = z.infer<typeof CreateToken>;

export const CreatedToken = Token.extend({
  token: z.string().meta({ description: 'hmp_ and 64 hex characters; shown this once' }),
});
export type CreatedToken = z.infer<typeof CreatedToken>;

export const TokenList = listOf(Token);
export type TokenList = z.infer<typeof TokenList>;

/** One change: what, to what, by whom, from where. */
export const AuditEntry = z.object({
  _id: Id,
  action: z.string().meta({ example: 'device.update' }),
  targetId: z.string().nullable().meta({ description: 'id of the record, or the slug of a listing' }),
  tokenId: Id.nullable(),
  address: z.string(),
  requestId: z.string(),
  at: Time,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditList = listOf(AuditEntry);
export type AuditList = z.infer<typeof AuditList>;
