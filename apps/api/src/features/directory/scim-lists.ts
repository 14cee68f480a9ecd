import { BUDGET } from '@drover/contract/budget';
import { ScimError } from './scim-error';
import { parseFilter } from './scim-filter';
import { toWhere, type StoredAttributes } from './scim-where';

const maxItems = BUDGET.directoryPageItems.max;

/** The query string of a list. */
export interface ListQuery {
  filter?: string;
  startIndex?: string;
  count?: string;
}

interface ListOptions<Row> {
  /** The attributes that a filter may name. */
  attributes: StoredAttributes;
  count: (where: object) => Promise<number>;
  find: (page: { where: object; skip: number; take: number }) => Promise<Row[]>;
  toResource: (row: Row) => object;
}

/** Lists records in the order of their age. `startIndex` begins with 1. */
export async function listResources<Row>(
  { filter, startIndex, count }: ListQuery,
  options: ListOptions<Row>,
): Promise<object> {
  const where = filter === undefined ? {} : toWhere(parseFilter(filter), options.attributes);
  const first = Math.max(1, readNumber('startIndex', startIndex, 1));
  const take = Math.min(maxItems, Math.max(0, readNumber('count', count, 100)));
  const totalResults = await options.count(where);
  const rows = take === 0 ? [] : await options.find({ where, skip: first - 1, take });
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex: first,
    itemsPerPage: rows.length,
    Resources: rows.map(options.toResource),
  };
}

function readNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimError(400, 'invalidValue', `${name} must be a whole number.`);
}
