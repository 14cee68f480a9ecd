import { z } from 'zod';
import { Id, queryInteger } from './fields';
import { LIMITS } from './limits';

/** Paging of every list: newest first; without these parameters all matches come. */
export const Paging = z.object({
  limit: queryInteger(1, LIMITS.pageItems).optional(),
  cursor: Id.optional().meta({ description: 'nextCursor of the page before' }),
});
export type Paging = z.infer<typeof Paging>;

/** The envelope of every list. `count` is the number of matches; `nextCursor` follows while there is more. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ count: z.number().int(), items: z.array(item), nextCursor: Id.optional() });
}
