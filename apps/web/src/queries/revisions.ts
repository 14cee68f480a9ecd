import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Revision } from '@drover/sdk';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export type RevisionFileKind = 'code' | 'config' | 'schema';

const { revisions } = drover;

const readFile = {
  code: (...args: Parameters<typeof revisions.getCode>) => revisions.getCode(...args),
  config: (...args: Parameters<typeof revisions.getCode>) => revisions.getConfigText(...args),
  schema: (...args: Parameters<typeof revisions.getCode>) => revisions.getSchemaText(...args),
};

export const revisionQueries = {
  /** All revisions of a script, newest first. */
  list: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'revisions'],
      queryFn: ({ signal }) => readAll((paging) => drover.revisions.iterate(devscriptId, paging, { signal })),
    }),

  /** The newest revisions of a script. */
  newest: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'revisions', 'newest'],
      queryFn: ({ signal }) => drover.revisions.list(devscriptId, { limit: 20 }, { signal }),
    }),

  /** The source files of a revision of a project, which never change. */
  project: (devscriptId: string, revision: Revision | undefined) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'revisions', revision?._id, 'project'],
      queryFn: revision
        ? ({ signal }) => revisions.getProject(devscriptId, revision._id, { signal })
        : skipToken,
      staleTime: Infinity,
    }),

  /** The text of a file of a revision, which never changes. Empty if the revision does not have the file. */
  file: (devscriptId: string, revision: Revision | undefined, kind: RevisionFileKind) => {
    const id = revision?.[kind] ? revision._id : undefined;
    return queryOptions({
      queryKey: ['devscripts', devscriptId, 'revisions', id, kind],
      queryFn: id ? ({ signal }) => readFile[kind](devscriptId, id, { signal }) : skipToken,
      staleTime: Infinity,
      initialData: id ? undefined : '',
    });
  },
};
