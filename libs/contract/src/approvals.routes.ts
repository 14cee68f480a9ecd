import { initContract } from '@ts-rest/core';
import {
  Approval,
  ApprovalDetails,
  ApprovalFilter,
  ApprovalList,
  ApprovalRules,
  Approve,
  Decline,
  UpdateApprovalRules,
} from './approvals.schemas';
import { idParams } from './fields';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const approvals = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/approvals',
    summary: 'List what needed approval, newest first. Members who are no admins see what they asked for',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: ApprovalFilter,
    responses: { 200: ApprovalList },
  },
  getRules: {
    method: 'GET',
    path: '/v1/approvals/rules',
    summary: 'Read what the workspace asks a second member to approve',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    responses: { 200: ApprovalRules },
  },
  updateRules: {
    method: 'PUT',
    path: '/v1/approvals/rules',
    summary: 'Set what needs approval. Omitted fields stay unchanged',
    metadata: policy({
      scope: 'admin',
      role: 'owner',
      audit: { action: 'approval-rules.update', target: null },
    }),
    body: UpdateApprovalRules,
    responses: { 204: c.noBody() },
  },
  get: {
    method: 'GET',
    path: '/v1/approvals/:approvalId',
    summary: 'Read what exactly was asked for',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('approvalId'),
    responses: { 200: ApprovalDetails },
  },
  approve: {
    method: 'POST',
    path: '/v1/approvals/:approvalId/approve',
    summary: 'Approve what another member asked for, and run or save it with the rights of that member',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'approval.approve', target: 'params.approvalId' },
    }),
    pathParams: idParams('approvalId'),
    body: Approve,
    responses: { 200: Approval },
  },
  decline: {
    method: 'POST',
    path: '/v1/approvals/:approvalId/decline',
    summary: 'Decline what another member asked for, with a reason',
    metadata: policy({
      scope: 'admin',
      role: 'admin',
      audit: { action: 'approval.decline', target: 'params.approvalId' },
    }),
    pathParams: idParams('approvalId'),
    body: Decline,
    responses: { 204: c.noBody() },
  },
  withdraw: {
    method: 'DELETE',
    path: '/v1/approvals/:approvalId',
    summary: 'Withdraw what the caller asked for',
    metadata: policy({
      scope: 'run',
      role: 'operator',
      devices: 'none',
      audit: { action: 'approval.withdraw', target: 'params.approvalId' },
    }),
    pathParams: idParams('approvalId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
