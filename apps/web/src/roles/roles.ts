import type { Role } from '@drover/sdk';

/** Each role includes the ones before it. */
const roles: readonly Role[] = ['viewer', 'operator', 'editor', 'admin', 'owner'];

/** Whether a role includes another one. */
export const includesRole = (role: Role, other: Role) => roles.indexOf(role) >= roles.indexOf(other);

/** The roles that a person with a role may grant. */
export const grantableRoles = (role: Role) => roles.filter((other) => includesRole(role, other));

/** Whether a person with a role may invite people and change their roles. */
export const managesPeople = (role: Role) => includesRole(role, 'admin');

/** Whether a role can be bound to device groups. */
export const isBindable = (role: Role) => !includesRole(role, 'editor');
