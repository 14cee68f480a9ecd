import type { AuditEntry, AuditList, Paging } from '@drover/contract';
import type { AuditEntry as Row } from '../database/client/client';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';

/** Who changed what; http/audit.ts writes it. */
export async function listAudit({ prisma }: Service, accountId: string, paging: Paging): Promise<AuditList> {
  return listPage(paging, { ...findRows(prisma.auditEntry, { accountId }), item: toAuditEntry });
}

function toAuditEntry({ id, action, targetId, tokenId, address, requestId, at }: Row): AuditEntry {
  return { _id: id, action, targetId, tokenId, address, requestId, at: at.toISOString() };
}
