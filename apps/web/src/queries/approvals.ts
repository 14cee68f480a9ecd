import type { ApprovalState } from '@drover/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readPage } from '../lib/read-page';

export const approvalQueries = {
  /** What needed approval, newest first. */
  list: (state?: ApprovalState) =>
    infiniteQueryOptions({
      queryKey: ['approvals', 'list', state],
      queryFn: ({ pageParam, signal }) => {
        const filter = state ? { state: [state] } : {};
        return readPage((paging) => drover.approvals.list({ ...filter, ...paging }, { signal }), pageParam);
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),

  /** What is pending, for the number in the navigation. */
  pending: () =>
    queryOptions({
      queryKey: ['approvals', 'pending'],
      queryFn: ({ signal }) => drover.approvals.list({ state: ['pending'] }, { signal }),
    }),

  detail: (approvalId: string) =>
    queryOptions({
      queryKey: ['approvals', 'detail', approvalId],
      queryFn: ({ signal }) => drover.approvals.get(approvalId, { signal }),
    }),

  rules: () =>
    queryOptions({
      queryKey: ['approvals', 'rules'],
      queryFn: ({ signal }) => drover.approvals.getRules({ signal }),
    }),
};
