import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateSampleRecord } from '../../features/sample-records/create-sample-record';
import { SampleRecordTable } from '../../features/sample-records/sample-record-table';
import { sampleRecordQueries } from '../../queries/sample-records';
import { EmptyState } from '../../ui/layout/empty-state';
import { JobIcon } from '../../ui/display/icons';
import { List } from '../../ui/lists/query-result';
import { PageHeader } from '../../ui/layout/page-header';

export function SampleRecordsPage() {
  const { t } = useTranslation('sample-records');
  return (
    <>
      <PageHeader title={t('title')} actions={<CreateSampleRecord />}>
        {t('summary')}
      </PageHeader>
      <List
        query={useQuery(sampleRecordQueries.list())}
        empty={
          <EmptyState icon={<JobIcon size={26} />} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        {(records) => <SampleRecordTable records={records} />}
      </List>
    </>
  );
}
