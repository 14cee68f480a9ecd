import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Revision } from '@drover/sdk';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export type RevisionFileKind = 'code' | 'config';

export const revisionQueries = {
  /** All revisions of a script, newest first. */
  list: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'revisions'],
      queryFn: ({ signal }) => readAll((paging) => drover.revisions.iterate(devscriptId, paging, { signal })),
    }),

  /** The text of a file of a revision, which never changes. Empty if the revision does not have the file. */
  file: (devscriptId: string, revision: Revision | undefined, kind: RevisionFileKind) => {
    const id = revision?.[kind] ? revision._id : undefined;
    return queryOptions({
      queryKey: ['devscripts', devscriptId, 'revisions', id, kind],
      queryFn: id
        ? ({ signal }) =>
            kind === 'code'
              ? drover.revisions.getCode(devscriptId, id, { signal })
              : drover.revisions.getConfigText(devscriptId, id, { signal })
        : skipToken,
      staleTime: Infinity,
      initialData: id ? undefined : '',
    });
  },
};
