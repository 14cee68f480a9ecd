import type { AuditEntry } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { describeAction } from './audit-actions';

/** An audit entry with its localized texts. */
export interface AuditRow {
  entry: AuditEntry;
  description: string;
  /** Name of the target, or its ID if the name is unknown. */
  target: string;
  actor: string;
}

/** Returns the entries that match a search, with their texts. `names` maps record IDs to names. */
export function useAuditRows(
  entries: AuditEntry[],
  names: ReadonlyMap<string, string>,
  search: string,
): AuditRow[] {
  const { t } = useTranslation('audit');
  const getActor = ({ tokenId }: AuditEntry) =>
    tokenId ? (names.get(tokenId) ?? t('session')) : t('unauthenticated');
  const query = search.trim().toLowerCase();
  return entries
    .map((entry) => ({
      entry,
      description: describeAction(entry, t),
      target: names.get(entry.targetId ?? '') ?? entry.targetId ?? '',
      actor: getActor(entry),
    }))
    .filter(({ entry: { action, targetId, address, requestId }, description, target, actor }) =>
      [description, target, actor, action, targetId ?? '', address, requestId].some((text) =>
        text.toLowerCase().includes(query),
      ),
    );
}
