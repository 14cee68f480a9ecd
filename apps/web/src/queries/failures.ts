import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

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

  /** The IDs of the runs of a job that failed in this way. */
  runIds: (jobId: string, failureId: string) =>
    queryOptions({
      queryKey: ['failures', jobId, failureId, 'runs'],
      queryFn: async ({ signal }) => {
        const { items } = await readAll((paging) =>
          drover.runs.iterate({ jobId, failureId, ...paging }, { signal }),
        );
        return items.map(({ _id }) => _id);
      },
    }),
};
