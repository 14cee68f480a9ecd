import { z } from 'zod';
import { FilterBoolean, Id, queryInteger, Time } from './fields';
import { LIMITS } from './limits';

const Limit = queryInteger(1, LIMITS.pageItems);

const pageFields = {
  cursor: Id.optional().meta({ description: 'nextCursor of the previous page' }),
  total: FilterBoolean.optional().meta({ description: 'whether the response has the total of all matches' }),
};

/** Paging of a list, newest first. */
export const Paging = z.object({
  limit: Limit.optional().meta({ description: `records per page; default: ${LIMITS.defaultPageItems}` }),
  ...pageFields,
});
export type Paging = z.infer<typeof Paging>;

/** Paging of a list that has all matches without `limit` and `cursor`, as the documented interface has. */
export const OptionalPaging = z.object({
  limit: Limit.optional().meta({ description: 'records per page; all records without limit and cursor' }),
  ...pageFields,
});

/** Filters by the time at which records were created, to the second. */
export const createdRange = {
  createdAfter: Time.optional().meta({ description: 'created at this time or later, to the second' }),
  createdBefore: Time.optional().meta({ description: 'created before this time, to the second' }),
};

/** The envelope of every list. `nextCursor` is absent on the last page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    count: z.number().int().meta({ description: 'number of items in this response' }),
    items: z.array(item),
    nextCursor: Id.optional().meta({
      description: 'absent on the last page; a page with it may have fewer items than limit, or none',
    }),
    total: z
      .number()
      .int()
      .max(LIMITS.listTotalMax)
      .optional()
      .meta({ description: 'number of all matches, if the request asked for it' }),
    totalIsCapped: z
      .boolean()
      .optional()
      .meta({
        description: `true if there may be more matches: more than ${LIMITS.listTotalMax} records were not counted`,
      }),
  });
}
