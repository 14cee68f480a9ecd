import { Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time';
import { RemoveButton } from '../../ui/lists/remove-button';
import type { Column } from '../../ui/lists/virtual-table';

interface Removal<Row> {
  label: (row: Row) => string;
  onClick: (row: Row) => void;
}

/** The last columns of a table of ways to sign in: when each was used, and a button that removes it. */
export function useSignInColumns<Row extends { lastUsedAt: string | null }>({
  label,
  onClick,
}: Removal<Row>): Column<Row>[] {
  const { t } = useTranslation(['second-factor', 'common']);
  return [
    {
      key: 'lastUsed',
      header: t('lastUsed'),
      width: 'minmax(5rem, 1fr)',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <RelativeTime at={lastUsedAt} /> : <Text size="sm">{t('never')}</Text>,
    },
    {
      key: 'remove',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '2rem',
      cell: (row) => <RemoveButton label={label(row)} onClick={() => onClick(row)} />,
    },
  ];
}
