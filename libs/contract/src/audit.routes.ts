import { AuditFilter, AuditList } from './audit.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

export const audit = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/audit',
    summary: 'List changes and their authors',
    metadata: policy({ scope: 'admin', role: 'admin' }),
    query: AuditFilter,
    responses: { 200: AuditList },
  },
});
