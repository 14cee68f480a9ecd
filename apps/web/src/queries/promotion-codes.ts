import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const promotionCodeQueries = {
  /** The codes of a script that are valid. */
  list: (devscriptId: string) =>
    queryOptions({
      queryKey: ['promotion-codes', devscriptId],
      queryFn: ({ signal }) => drover.promotionCodes.list(devscriptId, {}, { signal }),
    }),
};
