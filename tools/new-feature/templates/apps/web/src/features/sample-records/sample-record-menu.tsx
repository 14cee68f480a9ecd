import { LIMITS } from '@drover/contract/limits';
import type { SampleRecord } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { sampleRecordQueries } from '../../queries/sample-records';
import { EditIcon } from '../../ui/icons';
import { NameDialog } from '../../ui/name-dialog';
import { RecordMenu } from '../../ui/record-menu';

export function SampleRecordMenu({ record: { _id, name } }: { record: SampleRecord }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const readAgain = () => void client.invalidateQueries(sampleRecordQueries.list());
  const rename = useMutation({
    mutationFn: (changed: string) => drover.sampleRecords.update(_id, { name: changed }),
    onSuccess: () => {
      setRenaming(false);
      readAgain();
    },
  });
  return (
    <>
      <RecordMenu
        label={t('sampleRecords.actions', { name })}
        items={[{ label: t('sampleRecords.rename'), Icon: EditIcon, onClick: () => setRenaming(true) }]}
        removal={{
          label: t('sampleRecords.remove'),
          title: t('sampleRecords.removeTitle', { name }),
          text: t('sampleRecords.removeText'),
          action: t('sampleRecords.remove'),
          done: t('sampleRecords.removed', { name }),
          run: () => drover.sampleRecords.remove(_id),
          onDone: readAgain,
        }}
      />
      {isRenaming && (
        <NameDialog
          title={t('sampleRecords.rename')}
          action={t('save')}
          label={t('sampleRecords.name')}
          limit={LIMITS.sampleRecordNameChars}
          start={name}
          save={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
