import { z } from 'zod';
import { Id, text, Time } from './fields';
import { LIMITS } from './limits';
import { listOf } from './lists';
import { Role } from './policy';

/** A role that a directory can give. Ownership is transferred by owners. */
export const DirectoryRole = Role.exclude(['owner']);
export type DirectoryRole = z.infer<typeof DirectoryRole>;

/** The role of the members of a group of the directory. */
export const DirectoryGroupRole = z.object({
  group: text(LIMITS.directoryNameChars, 1).meta({ description: 'name of the group in the directory' }),
  role: DirectoryRole,
});
export type DirectoryGroupRole = z.infer<typeof DirectoryGroupRole>;

/** How a directory manages the people of the workspace by SCIM 2.0. */
export const Directory = z.object({
  url: z.string().meta({ example: 'https://drover.example.org/scim/v2' }),
  token: z
    .object({ createdAt: Time, lastUsedAt: Time.nullable() })
    .nullable()
    .meta({ description: 'null without one: no directory can connect' }),
  defaultRole: DirectoryRole.meta({ description: 'of people in none of the groups' }),
  roles: z
    .array(DirectoryGroupRole)
    .meta({ description: 'the highest role of the groups of a person counts' }),
});
export type Directory = z.infer<typeof Directory>;

export const UpdateDirectory = z.object({
  defaultRole: DirectoryRole,
  roles: z
    .array(DirectoryGroupRole)
    .max(LIMITS.directoryRoles, `must have at most ${LIMITS.directoryRoles} groups`)
    .refine((roles) => new Set(roles.map(({ group }) => group)).size === roles.length, {
      message: 'must name each group once',
    }),
});
export type UpdateDirectory = z.infer<typeof UpdateDirectory>;

/** An active user of the directory who has not joined the workspace. */
export const PendingDirectoryUser = z.object({
  _id: Id,
  name: z.string().meta({ description: 'the display name, the given and family name, or the user name' }),
  userName: z.string(),
  email: z.string().nullable().meta({ description: 'by which the person is recognized; null without one' }),
  role: DirectoryRole.meta({ description: 'which the groups of the user give' }),
  createdAt: Time,
});
export type PendingDirectoryUser = z.infer<typeof PendingDirectoryUser>;

export const PendingDirectoryUserList = listOf(PendingDirectoryUser);
export type PendingDirectoryUserList = z.infer<typeof PendingDirectoryUserList>;

export const CreatedDirectoryToken = z.object({
  token: z.string().meta({ description: 'hmu_ and 64 hex characters; returned only once' }),
});
export type CreatedDirectoryToken = z.infer<typeof CreatedDirectoryToken>;
