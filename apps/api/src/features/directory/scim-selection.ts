import { ScimError } from './scim-error';
import { withoutSchema } from './scim-filter';

/** The attributes that a request asks for, or leaves out (RFC 7644, section 3.9). Names are in lower case. */
export interface Selection {
  isExcluding: boolean;
  names: ReadonlySet<string>;
  /** The attributes that have a part in `names`: `name` of `name.familyname`. */
  parents: ReadonlySet<string>;
}

/**
 * Reads the query parameters `attributes` and `excludedAttributes`, each a comma-separated list of names. Without either, all
 * attributes are returned.
 */
export function readSelection(
  attributes: string | undefined,
  excludedAttributes: string | undefined,
): Selection {
  if (attributes && excludedAttributes) {
    throw new ScimError(400, 'invalidValue', 'Send either attributes or excludedAttributes.');
  }
  const names = (attributes || excludedAttributes || '')
    .split(',')
    .map((name) => withoutSchema(name.trim()).toLowerCase())
    .filter(Boolean);
  const parents = names.filter((name) => name.includes('.')).map((name) => name.split('.', 1)[0]);
  return { isExcluding: !attributes, names: new Set(names), parents: new Set(parents) };
}

/** Whether an attribute, or a part of it, is returned. */
export function isSelected({ isExcluding, names, parents }: Selection, attribute: string): boolean {
  return isExcluding ? !names.has(attribute) : names.has(attribute) || parents.has(attribute);
}

/** Returns a copy of a resource, or of each resource in a list, with the selected attributes, `schemas` and `id`. */
export function select(resource: object, selection: Selection): object {
  if (selection.isExcluding && selection.names.size === 0) return resource;
  if ('Resources' in resource) {
    const resources = resource.Resources as object[];
    return { ...resource, Resources: resources.map((each) => select(each, selection)) };
  }
  const { schemas, id } = resource as { schemas?: unknown; id?: unknown };
  return {
    ...(schemas !== undefined && { schemas }),
    ...(id !== undefined && { id }),
    ...pick(resource, selection, ''),
  };
}

function pick(value: object, selection: Selection, prefix: string): object {
  const entries = Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    const name = prefix + key.toLowerCase();
    if (!isSelected(selection, name)) return [];
    const isWhole = selection.names.has(name) || typeof part !== 'object' || part === null;
    return [[key, isWhole ? part : pickParts(part, selection, `${name}.`)]];
  });
  return Object.fromEntries(entries) as object;
}

function pickParts(value: object, selection: Selection, prefix: string): object {
  if (!Array.isArray(value)) return pick(value, selection, prefix);
  return value.map((part: unknown) =>
    typeof part === 'object' && part !== null ? pick(part, selection, prefix) : part,
  );
}
