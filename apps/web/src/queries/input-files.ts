import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const inputFileQueries = {
  /** The input files of the workspace, newest first. There are at most `LIMITS.inputFiles`. */
  list: () =>
    queryOptions({
      queryKey: ['input-files'],
      queryFn: ({ signal }) => readAll((paging) => drover.inputFiles.iterate(paging, { signal })),
    }),
};
