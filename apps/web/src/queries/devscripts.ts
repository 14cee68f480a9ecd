import { isNotFound } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const orNothing = async <Record>(record: Promise<Record>): Promise<Record | null> => {
  try {
    return await record;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};

export const devscriptQueries = {
  list: () =>
    queryOptions({
      queryKey: ['devscripts', 'list'],
      queryFn: ({ signal }) => drover.devscripts.list({}, { signal }),
    }),

  detail: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId],
      queryFn: ({ signal }) => drover.devscripts.get(devscriptId, { signal }),
    }),

  /** Code and configuration as texts; what was not uploaded is `null`. */
  files: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'files'],
      queryFn: async ({ signal }) => {
        const [code, config] = await Promise.all([
          orNothing(drover.devscripts.getCode(devscriptId, { signal })),
          orNothing(drover.devscripts.getConfig(devscriptId, { signal })),
        ]);
        return { code, config };
      },
    }),

  values: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'values'],
      queryFn: ({ signal }) => drover.devscripts.getValues(devscriptId, { signal }),
    }),
};
