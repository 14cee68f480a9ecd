import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

const pageItems = 50;
/** Deliveries are polled, because no event announces them. */
const refetchMs = 3_000;

export const webhookQueries = {
  /** All webhooks of the account. */
  list: () =>
    queryOptions({
      queryKey: ['webhooks', 'list'],
      queryFn: ({ signal }) => readAll((paging) => drover.webhooks.iterate(paging, { signal })),
    }),

  detail: (webhookId: string) =>
    queryOptions({
      queryKey: ['webhooks', webhookId],
      queryFn: ({ signal }) => drover.webhooks.get(webhookId, { signal }),
      refetchInterval: refetchMs,
    }),

  deliveries: (webhookId: string) =>
    infiniteQueryOptions({
      queryKey: ['webhooks', webhookId, 'deliveries'],
      queryFn: ({ pageParam, signal }) =>
        drover.webhooks.listDeliveries(webhookId, { limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: refetchMs,
    }),
};
