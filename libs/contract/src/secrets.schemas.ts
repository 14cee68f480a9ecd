import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';

/** Name of a secret, with the syntax of environment variables. */
export const SecretName = z
  .string()
  .max(LIMITS.secretNameChars, {
    error: `must have at most ${LIMITS.secretNameChars} characters`,
    abort: true,
  })
  .regex(/^[A-Z_][A-Z0-9_]*$/, 'must be capital letters, digits and _, such as API_KEY')
  .meta({ example: 'API_KEY' });
export type SecretName = z.infer<typeof SecretName>;

/** Placeholder for the value of a secret in `vars` and saved values, at any depth. */
export const SecretReference = z.strictObject({ $secret: SecretName });
export type SecretReference = z.infer<typeof SecretReference>;

/** A record that refers to a secret: a preset, a schedule, or saved inputs of a script. */
export const SecretUse = z.object({
  kind: z.enum(['script', 'devscript', 'preset', 'schedule']),
  _id: Id,
  name: z.string(),
});
export type SecretUse = z.infer<typeof SecretUse>;

/** A secret without its value, which is never returned. */
export const Secret = z.object({
  _id: Id,
  name: SecretName,
  createdAt: Time,
  updatedAt: Time,
  lastUsedAt: Time.nullable().meta({ description: 'When a run last got the value, to the minute' }),
  usedBy: z.array(SecretUse).meta({ description: 'What refers to the secret, at most 100 records' }),
});
export type Secret = z.infer<typeof Secret>;

export const SecretList = listOf(Secret);
export type SecretList = z.infer<typeof SecretList>;

/** The minimum length keeps masking from hiding unrelated text in logs. */
export const UpdateSecret = z.object({
  value: text(LIMITS.secretValueCharsMax, LIMITS.secretValueCharsMin),
});
export type UpdateSecret = z.infer<typeof UpdateSecret>;
