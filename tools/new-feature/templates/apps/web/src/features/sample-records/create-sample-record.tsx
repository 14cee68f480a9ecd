import { LIMITS } from '@drover/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { sampleRecordQueries } from '../../queries/sample-records';
import { DialogButton } from '../../ui/dialog-button';
import { NameDialog } from '../../ui/name-dialog';

export function CreateSampleRecord() {
  const { t } = useTranslation();
  return (
    <DialogButton label={t('sampleRecords.create')}>{(close) => <NameOne onClose={close} />}</DialogButton>
  );
}

function NameOne({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (name: string) => drover.sampleRecords.create({ name }),
    onSuccess: async () => {
      await client.invalidateQueries(sampleRecordQueries.list());
      onClose();
    },
  });
  return (
    <NameDialog
      title={t('sampleRecords.create')}
      action={t('sampleRecords.createDo')}
      label={t('sampleRecords.name')}
      limit={LIMITS.sampleRecordNameChars}
      save={create}
      onClose={onClose}
    />
  );
}
