import { initContract } from '@ts-rest/core';
import { AuditExportFilter, AuditFilter, AuditList } from './audit.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const audit = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/audit',
    summary: 'List changes and their authors',
    metadata: policy({ scope: 'admin', role: 'admin' }),
    query: AuditFilter,
    responses: { 200: AuditList },
  },
  export: {
    method: 'GET',
    path: '/v1/audit/export',
    summary: 'Download changes and their authors, one JSON object per line, the oldest first',
    metadata: policy({ scope: 'admin', role: 'admin' }),
    query: AuditExportFilter,
    responses: {
      200: c.otherResponse({ contentType: 'application/x-ndjson', body: c.type<unknown>() }),
    },
  },
});
