import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const promotionCodeQueries = {
  /** The valid codes of a script. */
  list: (devscriptId: string) =>
    queryOptions({
      queryKey: ['promotion-codes', devscriptId],
      queryFn: ({ signal }) => drover.promotionCodes.list(devscriptId, {}, { signal }),
    }),
};
