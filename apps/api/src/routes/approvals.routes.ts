import type { AppContext } from '../context/app-context';
import {
  declineApproval,
  getApproval,
  getApprovalRules,
  withdrawApproval,
} from '../features/approvals/approvals';
import { listApprovals } from '../features/approvals/list-approvals';
import { updateApprovalRules } from '../features/approvals/rules';
import { approve } from '../features/approving/approve';
import { noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const approvalRoutes = (context: AppContext) =>
  routeHandlers('approvals', {
    list: ({ req, query }) => ok(listApprovals(context, req.caller, query)),
    // Must come before the route whose path accepts any text as ID.
    getRules: ({ req }) => ok(getApprovalRules(req.caller)),
    updateRules: ({ req, body }) => noContent(updateApprovalRules(context, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getApproval(context, req.caller, params.approvalId)),
    approve: ({ req, params, body }) => ok(approve(context, req.caller, { ...params, ...body })),
    decline: ({ req, params, body }) =>
      noContent(declineApproval(context, req.caller, { ...params, ...body })),
    withdraw: ({ req, params }) => noContent(withdrawApproval(context, req.caller, params.approvalId)),
  });
