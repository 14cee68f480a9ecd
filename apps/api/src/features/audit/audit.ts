import type { AuditEntry, AuditFilter, AuditList } from '@drover/contract';
import { expressionBuilder } from 'kysely';
import type { AuditEntry as Row } from '../../database/client/client';
import { anyOf, when } from '../../database/expressions';
import { listHistory, type Matches } from '../../database/history';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import type { AppContext } from '../../context/app-context';

const selectEntries = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  db.selectFrom('AuditEntry').selectAll().where('id', '=', anyOf(ids)),
);

/** Lists the audit entries, which http/audit.ts writes. */
export function listAudit(
  { pool }: AppContext,
  accountId: string,
  { action, tokenId, personId, targetId, ...page }: AuditFilter,
): Promise<AuditList> {
  const eb = expressionBuilder<{ t: Tables['AuditEntry'] }, 't'>();
  const conditions = [
    ...when(targetId, (id) => [['targetId', id], eb('t.targetId', '=', id)] as const),
    ...when(tokenId, (id) => [['tokenId', id], eb('t.tokenId', '=', id)] as const),
    ...when(personId, (id) => [['personId', id], eb('t.personId', '=', id)] as const),
    ...when(action, (name) => [['action', name], eb('t.action', '=', name)] as const),
  ];
  const matches: Matches<'AuditEntry'> = {
    table: 'AuditEntry',
    branches: [{ keys: [['accountId', accountId], ...conditions.slice(0, 1).map(([key]) => key)] }],
    filter: conditions.slice(1).map(([, condition]) => condition),
  };
  return listHistory(pool, page, { ...matches, select: selectEntries, item: toAuditEntry });
}

export function toAuditEntry({
  id,
  accountId: _accountId,
  changes,
  at,
  ...row
}: Omit<Row, 'changes'> & { changes: unknown }): AuditEntry {
  return { _id: id, ...row, changes: changes as AuditEntry['changes'], at: at.toISOString() };
}
