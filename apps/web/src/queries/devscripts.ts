import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

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

  /** Code, configuration and schema of the results as uploaded. A file that was never uploaded is `null` and is not requested. */
  files: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'files'],
      queryFn: async ({ signal }) => {
        const { items } = await drover.devscripts.listFiles(devscriptId, { signal });
        const has = (kind: 'code' | 'config' | 'schema') => items.some((file) => file.kind === kind);
        const [code, config, schema] = await Promise.all([
          has('code') ? drover.devscripts.getCode(devscriptId, { signal }) : null,
          has('config') ? drover.devscripts.getConfigText(devscriptId, { signal }) : null,
          has('schema') ? drover.devscripts.getSchemaText(devscriptId, { signal }) : null,
        ]);
        return { code, config, schema };
      },
    }),

  /** The uploaded files, without their content. */
  fileList: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'file-list'],
      queryFn: ({ signal }) => drover.devscripts.listFiles(devscriptId, { signal }),
    }),

  /** The source files of a script that was built from a project. */
  project: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'project'],
      queryFn: ({ signal }) => drover.devscripts.getProject(devscriptId, { signal }),
    }),

  values: (devscriptId: string) =>
    queryOptions({
      queryKey: ['devscripts', devscriptId, 'values'],
      queryFn: ({ signal }) => drover.devscripts.getValues(devscriptId, { signal }),
    }),
};
