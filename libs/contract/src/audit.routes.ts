import { initContract } from '@ts-rest/core';
import { AuditList } from './audit.schemas';
import { Paging } from './lists';
import { policy } from './policy';

const c = initContract();

export const audit = c.router({
  list: {
    method: 'GET',
    path: '/v1/audit',
    summary: 'List who changed what',
    metadata: policy({ scope: 'admin' }),
    query: Paging,
    responses: { 200: AuditList },
  },
});
