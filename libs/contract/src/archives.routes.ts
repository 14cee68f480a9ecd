import { initContract } from '@ts-rest/core';
import { ExportQuery, ImportQuery, ImportResult } from './archives.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const archives = defineRoutes({
  export: {
    method: 'GET',
    path: '/v1/export',
    summary:
      'Download scripts with their revisions, presets, schedules and device groups of the workspace as a ZIP archive',
    metadata: policy({ scope: 'read', role: 'editor' }),
    query: ExportQuery,
    responses: { 200: c.otherResponse({ contentType: 'application/zip', body: c.type<unknown>() }) },
  },
  import: {
    method: 'POST',
    path: '/v1/import',
    summary:
      'Import an archive, as the part data. Importing it again changes nothing. Schedules are imported paused',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'workspace.import', target: null, when: 'isApplied' },
    }),
    query: ImportQuery,
    contentType: 'multipart/form-data',
    body: c.type<FormData>(),
    responses: { 200: ImportResult },
  },
});
