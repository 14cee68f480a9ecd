import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateKey } from '../../features/enrolments/create-key';
import { KeyTable } from '../../features/enrolments/key-table';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { KeyIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

/** Uses are counted elsewhere: they are read again this often while the page is open. */
const readIntervalMs = 10_000;

export function EnrolmentKeysPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery({
    ...enrolmentKeyQueries.list(),
    refetchInterval: readIntervalMs,
  });
  return (
    <>
      <PageHeader title={t('enrolments.keys.title')} actions={<CreateKey />}>
        {t('enrolments.keys.summary')}
      </PageHeader>
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && (
        <EmptyState icon={<KeyIcon size={26} />} title={t('enrolments.keys.empty')}>
          {t('enrolments.keys.emptyText')}
        </EmptyState>
      )}
      {data && data.count > 0 && <KeyTable keys={data.items} />}
    </>
  );
}
