import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateSampleRecord } from '../../features/sample-records/create-sample-record';
import { SampleRecordTable } from '../../features/sample-records/sample-record-table';
import { sampleRecordQueries } from '../../queries/sample-records';
import { EmptyState } from '../../ui/empty-state';
import { JobIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function SampleRecordsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('sampleRecords.title')} actions={<CreateSampleRecord />}>
        {t('sampleRecords.summary')}
      </PageHeader>
      <List
        query={useQuery(sampleRecordQueries.list())}
        empty={
          <EmptyState icon={<JobIcon size={26} />} title={t('sampleRecords.empty')}>
            {t('sampleRecords.emptyText')}
          </EmptyState>
        }
      >
        {(records) => <SampleRecordTable records={records} />}
      </List>
    </>
  );
}
