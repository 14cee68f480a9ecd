import type { AuditEntry, AuditList, Paging } from '@drover/contract';
import type { AuditEntry as Row } from '../../database/client/client';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';

/** Lists the audit entries, which http/audit.ts writes. */
export async function listAudit(
  { prisma }: AppContext,
  accountId: string,
  paging: Paging,
): Promise<AuditList> {
  return listPage(paging, { ...findRows(prisma.auditEntry, { accountId }), item: toAuditEntry });
}

function toAuditEntry({ id, action, targetId, tokenId, address, requestId, at }: Row): AuditEntry {
  return { _id: id, action, targetId, tokenId, address, requestId, at: at.toISOString() };
}
