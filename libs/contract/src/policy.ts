import { z } from 'zod';

/** Permission of an access token. `admin` includes the others. */
export const Scope = z.enum(['read', 'run', 'write', 'admin']);
export type Scope = z.infer<typeof Scope>;

/** Roles of the members of a workspace, the least first. Each includes the ones before it. */
export const Role = z.enum(['viewer', 'operator', 'editor', 'admin', 'owner']);
export type Role = z.infer<typeof Role>;

/** Returns whether a role includes another. */
export function includesRole(role: Role, other: Role): boolean {
  return Role.options.indexOf(role) >= Role.options.indexOf(other);
}

/**
 * Where the audit log finds the record that a request changed: in the path, in the body of the response, or in its
 * `Location` header, whose last segment is an ID.
 */
export type AuditTarget = `params.${string}` | `response.${string}` | 'location';

/** An entry of the audit log. */
export interface AuditPolicy {
  /** Name of the change: `device.update`. */
  readonly action: string;
  /** Null for a change that is made to no single record. */
  readonly target: AuditTarget | null;
  /** Only a response in which this field is true adds the entry: of many requests that make one change, the last. */
  readonly when?: string;
}

/** The rules of a route beyond its shapes. One middleware enforces them for all routes, and the reference prints them. */
export interface Policy {
  /** Scope that the credential must have; `public` routes need no credential. */
  readonly scope: Scope | 'public';
  /** The least role in the workspace that the caller must have. Every route that is not public names one. */
  readonly role?: Role;
  /**
   * What callers get who are bound to device groups: the records of the devices in their groups (`scoped`), what they would
   * get otherwise, because the route concerns no devices (`none`), or error 1070 (`all`). Every route for viewers or
   * operators says so. The roles above are not bound.
   */
  readonly devices?: 'scoped' | 'none' | 'all';
  /** Role in the installation that the workspace must have. Only its owners use it. */
  readonly installationRole?: 'administrator' | 'reviewer';
  /** `credentials` limits failed requests per IP address, against guessing. Otherwise requests are limited per token. */
  readonly rateLimit?: 'credentials';
  /** Size limit of the body, if it is greater than `LIMITS.bodyBytes`. */
  readonly bodyBytes?: number;
  /** The entry that a successful request adds to the audit log. */
  readonly audit?: AuditPolicy;
  /** The token may also be sent as the parameter `token`. The interface requires it for /v1/message/send. */
  readonly isTokenParameter?: true;
  /** Whether pages of other sites may call it. Their requests carry no rights. */
  readonly isForOtherSites?: true;
  /** Whether members may use it who do not sign in as the workspace requires: by a second factor, or by single sign-on. */
  readonly isOpenToAllMembers?: true;
}

/** The roles that can be bound to device groups. */
export const BINDABLE_ROLES = ['viewer', 'operator'] as const satisfies Role[];

/** Returns whether members with this role can be bound to device groups. */
export function isBindable(role: Role): boolean {
  return !includesRole(role, 'editor');
}

/** Routes that are not public name the least role. Those for viewers or operators say what they do for devices. */
type RoleOf<Declared extends Policy> = Declared['scope'] extends 'public'
  ? { role?: never }
  : | { role: (typeof BINDABLE_ROLES)[number]; devices: NonNullable<Policy['devices']> }
    | { role: Exclude<Role, (typeof BINDABLE_ROLES)[number]>; devices?: never };

/** Declares the policy of a route, so that a misspelt key or a missing role does not compile. */
export function policy<const Declared extends Policy>(declared: Declared & RoleOf<Declared>): Declared {
  return declared;
}
