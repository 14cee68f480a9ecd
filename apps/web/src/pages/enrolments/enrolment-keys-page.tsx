import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateKey } from '../../features/enrolments/create-key';
import { KeyTable } from '../../features/enrolments/key-table';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { EmptyState } from '../../ui/empty-state';
import { KeyIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

/** Uses are counted elsewhere: they are read again this often while the page is open. */
const readIntervalMs = 10_000;

export function EnrolmentKeysPage() {
  const { t } = useTranslation();
  const query = useQuery({ ...enrolmentKeyQueries.list(), refetchInterval: readIntervalMs });
  const empty = (
    <EmptyState icon={<KeyIcon size={26} />} title={t('enrolments.keys.empty')}>
      {t('enrolments.keys.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('enrolments.keys.title')} actions={<CreateKey />}>
        {t('enrolments.keys.summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(keys) => <KeyTable keys={keys} />}
      </List>
    </>
  );
}
