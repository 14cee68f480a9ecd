import { LIMITS } from '@drover/contract/limits';
import type { SampleRecord } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { sampleRecordQueries } from '../../queries/sample-records';
import { EditIcon } from '../../ui/display/icons';
import { NameDialog } from '../../ui/forms/name-dialog';
import { RecordMenu } from '../../ui/lists/record-menu';

export function SampleRecordMenu({ record: { _id, name } }: { record: SampleRecord }) {
  const { t } = useTranslation(['sample-records', 'common']);
  const client = useQueryClient();
  const [isRenaming, setRenaming] = useState(false);
  const refresh = () => void client.invalidateQueries(sampleRecordQueries.list());
  const rename = useMutation({
    mutationFn: (changed: string) => drover.sampleRecords.update(_id, { name: changed }),
    onSuccess: () => {
      setRenaming(false);
      refresh();
    },
  });
  return (
    <>
      <RecordMenu
        label={t('actions', { name })}
        items={[{ label: t('rename'), Icon: EditIcon, onClick: () => setRenaming(true) }]}
        removal={{
          label: t('remove'),
          title: t('removeTitle', { name }),
          text: t('removeText'),
          action: t('remove'),
          done: t('removed', { name }),
          run: () => drover.sampleRecords.remove(_id),
          onDone: refresh,
        }}
      />
      {isRenaming && (
        <NameDialog
          title={t('rename')}
          action={t('common:save')}
          label={t('name')}
          limit={LIMITS.sampleRecordNameChars}
          initialName={name}
          mutation={rename}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}
