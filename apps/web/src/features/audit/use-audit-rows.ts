import type { AuditEntry } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { actionWords } from './audit-words';

/** An entry, with what it says in the reader's words. */
export interface AuditRow {
  entry: AuditEntry;
  words: string;
  /** What it was done to: its name where that is known, else its id. */
  target: string;
  by: string;
}

/** Entries in words, those of them that a search finds. `names` has the names of records by their ids. */
export function useAuditRows(
  entries: AuditEntry[],
  names: ReadonlyMap<string, string>,
  search: string,
): AuditRow[] {
  const { t } = useTranslation();
  const byOf = ({ tokenId }: AuditEntry) =>
    tokenId ? (names.get(tokenId) ?? t('audit.session')) : t('audit.nobody');
  const wanted = search.trim().toLowerCase();
  return entries
    .map((entry) => ({
      entry,
      words: actionWords(entry, t),
      target: names.get(entry.targetId ?? '') ?? entry.targetId ?? '',
      by: byOf(entry),
    }))
    .filter(({ entry: { action, targetId, address, requestId }, words, target, by }) =>
      [words, target, by, action, targetId ?? '', address, requestId].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    );
}
