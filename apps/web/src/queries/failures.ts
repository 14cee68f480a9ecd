import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const shownFailures = 20;
const openJobPollMs = 5_000;

export const failureQueries = {
  /** The largest failures of a job. An open job is polled, because no event announces its failures. */
  listByJob: (jobId: string, isOpen: boolean) =>
    queryOptions({
      queryKey: ['failures', jobId, { isOpen }],
      queryFn: ({ signal }) => drover.jobs.listFailures(jobId, { limit: shownFailures }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: isOpen ? openJobPollMs : false,
    }),
};
