import type { DirectoryGroup } from '../../database/client/client';
import { ScimError } from './scim-error';
import type { Resource } from './user-fields';
import { isAttributes, readRequiredText, readText, type Operation } from './scim-values';

/** The name of a group, and how its members change. */
export interface GroupChange {
  displayName: string;
  externalId: string | null;
  /** Whether those who are not added are removed. */
  isReplaced: boolean;
  /** IDs of users. */
  added: ReadonlySet<string>;
  removed: ReadonlySet<string>;
}

export const emptyGroup: GroupChange = {
  ...{ displayName: '', externalId: null, isReplaced: false },
  ...{ added: new Set(), removed: new Set() },
};

/** Applies operations to a group. */
export function changeGroup(group: GroupChange, operations: Operation[]): GroupChange {
  const changed = { ...group, added: new Set(group.added), removed: new Set(group.removed) };
  for (const operation of operations) applyOperation(changed, operation);
  if (changed.displayName !== '') return changed;
  throw new ScimError(400, 'invalidValue', 'displayName is required.');
}

interface ChangingGroup extends GroupChange {
  added: Set<string>;
  removed: Set<string>;
}

function applyOperation(group: ChangingGroup, operation: Operation): void {
  switch (operation.path.attribute) {
    case 'displayname':
      group.displayName = readRequiredText(operation);
      break;
    case 'externalid':
      group.externalId = readText(operation);
      break;
    case 'members':
      changeMembers(group, operation);
      break;
    default:
  }
}

function changeMembers(group: ChangingGroup, operation: Operation): void {
  const { op } = operation;
  const ids = readMembers(operation);
  if (op === 'replace' || ids === undefined) {
    group.isReplaced = true;
    group.added.clear();
    group.removed.clear();
  }
  const [gaining, losing] = op === 'remove' ? [group.removed, group.added] : [group.added, group.removed];
  for (const id of ids ?? []) {
    gaining.add(id);
    losing.delete(id);
  }
}

/** Reads the members that an operation adds or removes. Undefined for the removal of all. */
function readMembers({ op, path: { condition }, value }: Operation): string[] | undefined {
  if (condition) {
    if (condition.attribute === 'value' && op === 'remove') return [condition.value];
    throw new ScimError(400, 'invalidPath', 'Members are removed by: members[value eq "id"].');
  }
  const ids = readIds(value);
  return op === 'remove' && ids.length === 0 ? undefined : ids;
}

/** Reads the IDs of members: `[{ "value": "id" }]`. */
function readIds(value: unknown): string[] {
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  return list.map((member: unknown) => {
    const id = isAttributes(member) ? member.value : undefined;
    if (typeof id === 'string' && /^[0-9a-f]{24}$/.test(id)) return id;
    throw new ScimError(400, 'invalidValue', 'Each member must have the ID of a user as "value".');
  });
}

interface Shown {
  url: string;
  /** Undefined leaves the members out. */
  users?: { id: string; userName: string }[];
}

export function toGroupResource(group: DirectoryGroup, { url, users }: Shown): Resource {
  const { id, displayName, externalId } = group;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(users && {
      members: users.map((user) => ({
        value: user.id,
        display: user.userName,
        $ref: `${url}/Users/${user.id}`,
      })),
    }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt.toISOString(),
      lastModified: group.updatedAt.toISOString(),
      location: `${url}/Groups/${id}`,
    },
  };
}
