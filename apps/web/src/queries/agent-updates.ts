import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const agentUpdatesQueries = {
  /** Whether agents are updated automatically, and when. */
  current: () =>
    queryOptions({
      queryKey: ['agent-updates'],
      queryFn: ({ signal }) => drover.agentUpdates.get({ signal }),
    }),
};
