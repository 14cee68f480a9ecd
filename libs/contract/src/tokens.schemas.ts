import { z } from 'zod';
import { Id, seconds, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';
import { BoundGroups, canBeBound, notBindable } from './members.schemas';
import { Role, Scope } from './policy';

/** An access token without its value, which is returned only when it is created. */
export const Token = z.object({
  _id: Id,
  name: z.string(),
  scopes: z.array(Scope),
  person: z
    .object({ _id: Id, name: z.string() })
    .nullable()
    .meta({ description: 'whose token it is; null for a token of the workspace' }),
  role: Role.meta({ description: "role at most; a person's token has at most the role of the person" }),
  groups: BoundGroups,
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  createdAt: Time,
});
export type Token = z.infer<typeof Token>;

export const CreateToken = z
  .object({
    name: text(LIMITS.tokenNameChars, 1),
    scopes: z.array(Scope).min(1).max(4).optional().meta({ description: "default: the caller's scopes" }),
    expiresIn: seconds(LIMITS.tokenSecondsMax).optional(),
    belongsTo: z.enum(['person', 'workspace']).optional().meta({
      description:
        "default: the caller's. A person's token ends with the membership; a workspace's requires the role admin",
    }),
    role: Role.meta({ description: "at most the caller's role, which is the default" }).optional(),
    groups: BoundGroups.optional(),
  })
  .refine(canBeBound, notBindable)
  .refine(
    ({ groups, belongsTo, role }) => !groups?.length || (belongsTo === 'workspace' && role !== undefined),
    {
      path: ['groups'],
      message:
        "must be empty unless belongsTo is workspace and a role is given: a person's token has the groups of the person",
    },
  );
export type CreateToken = z.infer<typeof CreateToken>;

export const CreatedToken = Token.extend({
  token: z.string().meta({ description: 'hmp_ and 64 hex characters; returned only once' }),
});
export type CreatedToken = z.infer<typeof CreatedToken>;

export const TokenList = listOf(Token);
export type TokenList = z.infer<typeof TokenList>;
