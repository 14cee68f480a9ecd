import { escapeLike } from '../../database/lists';
import { ScimError } from './scim-error';
import type { Comparison, Filter } from './scim-filter';

/** A condition of Prisma. Each one is true or false for every row, never unknown, so that it can be negated. */
type Where = object;

/** How an attribute is stored. */
type StoredAttribute =
  | { type: 'text' | 'boolean' | 'time'; column: string; isNullable?: true; isLowerCase?: true }
  /** Not stored: the attribute has this value if the column is not null. */
  | { type: 'constant'; value: string | boolean; column: string }
  /** The related records, which are compared by a column. */
  | { type: 'list'; relation: string; column: string };

/** The attributes of a resource, by their names in lower case. */
export type StoredAttributes = Record<string, StoredAttribute>;

const always: Where = { AND: [] };
const never: Where = { id: { in: [] } };

/** Returns the condition for the rows that a filter selects. */
export function toWhere(filter: Filter, attributes: StoredAttributes): Where {
  if ('and' in filter) return { AND: filter.and.map((each) => toWhere(each, attributes)) };
  if ('or' in filter) return { OR: filter.or.map((each) => toWhere(each, attributes)) };
  if ('not' in filter) return { NOT: toWhere(filter.not, attributes) };
  if (!Object.hasOwn(attributes, filter.attribute)) {
    const names = Object.keys(attributes).join(', ');
    throw invalid(`A filter can compare these attributes: ${names}.`);
  }
  return compare(filter, attributes[filter.attribute]);
}

function compare(comparison: Comparison, attribute: StoredAttribute): Where {
  const { operator, value } = comparison;
  if (operator === 'ne') return { NOT: compare({ ...comparison, operator: 'eq' }, attribute) };
  const isPresent = operator === 'pr';
  if (!isPresent && value === null) {
    if (operator !== 'eq') throw unsupported(comparison);
    return { NOT: compare({ ...comparison, operator: 'pr' }, attribute) };
  }
  switch (attribute.type) {
    case 'constant': {
      const isEqual = isPresent || (operator === 'eq' && value === attribute.value);
      return isEqual ? { [attribute.column]: { not: null } } : never;
    }
    case 'list': {
      const condition = isPresent ? {} : { [attribute.column]: textCondition(comparison) };
      return { [attribute.relation]: { some: condition } };
    }
    default: {
      const { column, isNullable } = attribute;
      const present = isNullable ? { [column]: { not: null } } : always;
      return isPresent ? present : { AND: [present, { [column]: columnCondition(comparison, attribute) }] };
    }
  }
}

function columnCondition(
  comparison: Comparison,
  { type, isLowerCase }: StoredAttribute & { type: 'text' | 'boolean' | 'time' },
): unknown {
  if (type === 'boolean') return booleanCondition(comparison);
  if (type === 'time') return timeCondition(comparison);
  const { value } = comparison;
  const isFolded = isLowerCase && typeof value === 'string';
  return textCondition(isFolded ? { ...comparison, value: value.toLowerCase() } : comparison);
}

const textConditions: Partial<Record<Comparison['operator'], string>> = {
  ...{ eq: 'equals', co: 'contains', sw: 'startsWith', ew: 'endsWith' },
};

function textCondition(comparison: Comparison): object {
  const { operator, value } = comparison;
  const condition = textConditions[operator];
  if (condition === undefined || typeof value !== 'string') throw unsupported(comparison);
  return { [condition]: operator === 'eq' ? value : escapeLike(value) };
}

/** A directory may send a boolean as a text. */
function booleanCondition(comparison: Comparison): boolean {
  const { operator, value } = comparison;
  const text = String(value).toLowerCase();
  if (operator !== 'eq' || (text !== 'true' && text !== 'false')) throw unsupported(comparison);
  return text === 'true';
}

const timeConditions: Partial<Record<Comparison['operator'], string>> = {
  ...{ eq: 'equals', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' },
};

function timeCondition(comparison: Comparison): object {
  const { operator, value, attribute } = comparison;
  const condition = timeConditions[operator];
  if (condition === undefined) throw unsupported(comparison);
  const time = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? new Date(value) : undefined;
  if (time && time.getUTCFullYear() > 0) return { [condition]: time };
  throw invalid(`${attribute} is compared with a time such as "2026-05-31T08:00:00Z".`);
}

function unsupported({ operator, attribute }: Comparison): ScimError {
  return invalid(`${attribute} cannot be compared by ${operator} with this value.`);
}

const invalid = (detail: string) => new ScimError(400, 'invalidFilter', detail);
