import { LIMITS } from '@drover/contract';
import type { DirectoryUser } from '../../database/client/client';
import { normalizeEmail } from '../accounts/persons';
import { ScimError } from './scim-error';
import { isAttributes, readBoolean, readRequiredText, readText, type Operation } from './scim-values';

/** What a directory says about a user. */
export type UserFields = Pick<
  DirectoryUser,
  'userName' | 'externalId' | 'displayName' | 'givenName' | 'familyName' | 'email' | 'isActive'
>;

export const emptyUser: UserFields = {
  ...{ userName: '', externalId: null, displayName: null, givenName: null, familyName: null },
  ...{ email: null, isActive: true },
};

/** Applies operations to a user. Attributes that are not stored, such as titles, are ignored. */
export function changeUser(user: UserFields, operations: Operation[]): UserFields {
  const changed = operations.reduce(applyOperation, user);
  if (changed.userName !== '') return changed;
  throw new ScimError(400, 'invalidValue', 'userName is required.');
}

function applyOperation(user: UserFields, operation: Operation): UserFields {
  switch (operation.path.attribute) {
    case 'username':
      return { ...user, userName: readRequiredText(operation) };
    case 'externalid':
      return { ...user, externalId: readText(operation) };
    case 'displayname':
      return { ...user, displayName: readText(operation) };
    case 'active':
      return { ...user, isActive: operation.op !== 'remove' && readBoolean(operation) };
    case 'name':
      return changeName(user, operation);
    case 'name.givenname':
      return { ...user, givenName: readText(operation) };
    case 'name.familyname':
      return { ...user, familyName: readText(operation) };
    case 'emails':
    case 'emails.value':
      return changeEmail(user, operation);
    default:
      return user;
  }
}

function changeName(user: UserFields, { op, path, value }: Operation): UserFields {
  if (op === 'remove' || value === null) return { ...user, givenName: null, familyName: null };
  if (!isAttributes(value)) throw new ScimError(400, 'invalidValue', 'name must be an object.');
  const part = (name: string) =>
    readText({ op, path: { ...path, attribute: `name.${name}` }, value: value[name] });
  const isKept = op === 'add';
  return {
    ...user,
    ...((!isKept || value.givenName !== undefined) && { givenName: part('givenName') }),
    ...((!isKept || value.familyName !== undefined) && { familyName: part('familyName') }),
  };
}

/** Changes the primary email address, which is the only one that is stored. */
function changeEmail(user: UserFields, operation: Operation): UserFields {
  const { path, value } = operation;
  // Such as emails[type eq "home"].value.
  const { attribute, value: wanted } = path.condition ?? { attribute: 'primary', value: 'true' };
  const isStored =
    (attribute === 'type' && wanted === 'work') || (attribute === 'primary' && wanted === 'true');
  if (!isStored) return user;
  if (path.attribute === 'emails.value' || !Array.isArray(value)) {
    const isText = path.attribute === 'emails.value' || operation.op === 'remove' || value === null;
    const email = isText ? value : isAttributes(value) ? value.value : undefined;
    return { ...user, email: readText({ ...operation, value: email }, LIMITS.emailChars) };
  }
  const emails = value.filter(isAttributes);
  const primary =
    emails.find((email) => email.primary === true || email.primary === 'True') ??
    emails.find(({ type }) => type === 'work') ??
    emails.at(0);
  return { ...user, email: readText({ ...operation, value: primary?.value }, LIMITS.emailChars) };
}

/** Returns the email address that identifies the person of a user, or null without a valid one. */
export function addressOf({ email, userName }: UserFields): string | null {
  const address = normalizeEmail(email ?? userName);
  return /^[^\s@]+@[^\s@]+$/.test(address) && address.length <= LIMITS.emailChars ? address : null;
}

/** A user or a group in the format of RFC 7643. */
export interface Resource {
  meta: { resourceType: string; created: string; lastModified: string; location: string };
  [attribute: string]: unknown;
}

export function toUserResource(user: DirectoryUser, url: string): Resource {
  const { id, userName, externalId, displayName, givenName, familyName, email } = user;
  const hasName = givenName !== null || familyName !== null;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(displayName !== null && { displayName }),
    ...(hasName && { name: { givenName: givenName ?? undefined, familyName: familyName ?? undefined } }),
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    active: user.isActive,
    meta: {
      resourceType: 'User',
      created: user.createdAt.toISOString(),
      lastModified: user.updatedAt.toISOString(),
      location: `${url}/Users/${id}`,
    },
  };
}
