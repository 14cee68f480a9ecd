import { LIMITS } from '@drover/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { sampleRecordQueries } from '../../queries/sample-records';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { NameDialog } from '../../ui/forms/name-dialog';

export function CreateSampleRecord() {
  const { t } = useTranslation('sample-records');
  return (
    <DialogButton label={t('create')}>{(close) => <CreateSampleRecordDialog onClose={close} />}</DialogButton>
  );
}

function CreateSampleRecordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sample-records');
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
      title={t('create')}
      action={t('createDo')}
      label={t('name')}
      limit={LIMITS.sampleRecordNameChars}
      mutation={create}
      onClose={onClose}
    />
  );
}
