import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const directoryQueries = {
  /** How a directory manages the people of the workspace. */
  get: () =>
    queryOptions({
      queryKey: ['directory'],
      queryFn: ({ signal }) => drover.directory.get({ signal }),
    }),
};
