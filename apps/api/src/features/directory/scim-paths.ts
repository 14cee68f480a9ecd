import { ScimError } from './scim-error';
import { parseFilter, withoutSchema } from './scim-filter';

/** A condition `attribute eq "value"`. */
interface Condition {
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

const pathPattern = /^([a-z][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z][\w$-]*))?$/i;

/** Reads a path. Undefined for an attribute of another schema. */
export function readPath(text: string): Path | undefined {
  const name = withoutSchema(text.trim());
  if (/^urn:/i.test(name)) return undefined;
  const [, attribute, filter, part] = pathPattern.exec(name) ?? [];
  if (attribute === undefined) throw new ScimError(400, 'invalidPath', 'The path is invalid.');
  return {
    attribute: [attribute, part].flatMap((each) => each?.toLowerCase() ?? []).join('.'),
    condition: filter === undefined ? undefined : readCondition(filter),
  };
}

function readCondition(text: string): Condition {
  const filter = parseFilter(text, 'invalidPath');
  if (
    'operator' in filter &&
    filter.operator === 'eq' &&
    typeof filter.value !== 'number' &&
    filter.value !== null
  ) {
    return { attribute: filter.attribute, value: String(filter.value) };
  }
  throw new ScimError(400, 'invalidPath', 'A condition in a path must have the form: attribute eq "value".');
}
