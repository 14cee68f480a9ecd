import { z } from 'zod';
import { Email, Password } from './accounts.schemas';
import { Time } from './fields';

/** A secret with which a person sets a new password once. */
export const CreatedPasswordReset = z.object({
  token: z.string().meta({ description: 'hmr_ and 64 hex characters; returned only once' }),
  expiresAt: Time,
});
export type CreatedPasswordReset = z.infer<typeof CreatedPasswordReset>;

export const RequestPasswordReset = z.object({ email: Email });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const CompletePasswordReset = z.object({
  token: z.string().max(100).meta({ description: 'hmr_ and 64 hex characters' }),
  password: Password,
});
export type CompletePasswordReset = z.infer<typeof CompletePasswordReset>;
