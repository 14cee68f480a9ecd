import type { RouteObject } from 'react-router';
import { lazyPage } from './lazy-page';

/** The requests that wait for approval, and what exactly was asked for. */
export const approvalRoutes: RouteObject[] = [
  {
    path: 'approvals',
    lazy: lazyPage(() => import('../pages/approvals/approvals-page'), 'ApprovalsPage', 'approvals'),
  },
  {
    path: 'approvals/:approvalId',
    lazy: lazyPage(() => import('../pages/approvals/approval-page'), 'ApprovalPage', 'approvals'),
  },
];
