import { z } from 'zod';
import { Id, queryInteger } from './fields';
import { LIMITS } from './limits';

/** Paging of every list, newest first. Without these parameters the response has all matches. */
export const Paging = z.object({
  limit: queryInteger(1, LIMITS.pageItems).optional(),
  cursor: Id.optional().meta({ description: 'nextCursor of the previous page' }),
});
export type Paging = z.infer<typeof Paging>;

/** The envelope of every list. `count` is the number of all matches. `nextCursor` is absent on the last page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ count: z.number().int(), items: z.array(item), nextCursor: Id.optional() });
}
