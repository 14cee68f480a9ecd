import { ScimError } from './scim-error';

/** A condition `attribute eq "value"`. */
export interface Condition {
  /** In lower case. */
  attribute: string;
  value: string;
}

/** An attribute that an operation changes: `name.givenName`, `emails[type eq "work"].value`. */
export interface Path {
  /** Name in lower case, without the schema, with its sub-attribute: `name.givenname`, `emails.value`. */
  attribute: string;
  condition?: Condition;
}

/** The attributes of other schemas, such as that of enterprises, are not stored. */
const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

const pathPattern = /^([a-z][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z][\w$-]*))?$/i;
const conditionPattern = /^\s*([a-z][\w.]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*$/i;

/** Reads a path. Undefined for an attribute of another schema. */
export function readPath(text: string): Path | undefined {
  const name = text.trim().replace(core, '');
  if (/^urn:/i.test(name)) return undefined;
  const [, attribute, filter, part] = pathPattern.exec(name) ?? [];
  if (attribute === undefined) throw new ScimError(400, 'invalidPath', 'The path is invalid.');
  return {
    attribute: [attribute, part].flatMap((each) => each?.toLowerCase() ?? []).join('.'),
    condition: filter === undefined ? undefined : readCondition(filter, 'invalidPath'),
  };
}

/** Reads the filter of a list, or the one in a path: one comparison of an attribute with a text. */
export function readCondition(
  text: string,
  scimType: 'invalidFilter' | 'invalidPath' = 'invalidFilter',
): Condition {
  const [, attribute, value] = conditionPattern.exec(text.replace(core, '')) ?? [];
  if (attribute === undefined || value === undefined) {
    throw new ScimError(400, scimType, 'A filter must have the form: attribute eq "value".');
  }
  return { attribute: attribute.toLowerCase(), value: readValue(value, scimType) };
}

function readValue(text: string, scimType: 'invalidFilter' | 'invalidPath'): string {
  if (!text.startsWith('"')) return text.toLowerCase();
  try {
    const value = JSON.parse(text) as string;
    if (!value.includes('\0')) return value;
  } catch {
    // Refused below.
  }
  throw new ScimError(400, scimType, 'The text of the filter is not a valid JSON string.');
}
