import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateKey } from '../../features/enrolments/create-key';
import { KeyTable } from '../../features/enrolments/key-table';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { KeyIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';

/** The list is polled, because no event announces that a key was used. */
const refetchMs = 10_000;

export function EnrolmentKeysPage() {
  const { t } = useTranslation('enrolments');
  const query = useQuery({ ...enrolmentKeyQueries.list(), refetchInterval: refetchMs });
  const empty = (
    <EmptyState icon={<KeyIcon size={26} />} title={t('keys.empty')}>
      {t('keys.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('keys.title')} actions={<CreateKey />}>
        {t('keys.summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(keys) => <KeyTable keys={keys} />}
      </List>
    </>
  );
}
