import type { InputFile } from '@drover/sdk';
import { Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes';
import { drover } from '../../lib/drover';
import { inputFileQueries } from '../../queries/input-files';
import { ForRole } from '../../roles/for-role';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RelativeTime } from '../../ui/display/relative-time';
import { RemoveButton } from '../../ui/lists/remove-button';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';

export function FileTable({ files }: { files: InputFile[] }) {
  const { t } = useTranslation('input-files');
  const client = useQueryClient();
  const [removing, setRemoving] = useState<InputFile>();
  const columns = useColumns(setRemoving);
  return (
    <>
      <VirtualTable label={t('title')} rows={files} columns={columns} getKey={({ _id }) => _id} />
      {removing && (
        <ConfirmAction
          isOpen
          title={t('removeOne', { name: removing.name })}
          text={t('removeText')}
          action={t('remove')}
          done={t('removed')}
          run={() => drover.inputFiles.remove(removing._id)}
          onDone={() => client.invalidateQueries(inputFileQueries.list())}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

function useColumns(onRemove: (file: InputFile) => void): Column<InputFile>[] {
  const { t, i18n } = useTranslation(['input-files', 'common']);
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ name, sha256 }) => (
        <>
          <Text size="sm" fw={550} truncate title={name} translate="no">
            {name}
          </Text>
          <Text size="xs" c="dimmed" ff="monospace" truncate title={sha256}>
            {sha256}
          </Text>
        </>
      ),
    },
    {
      key: 'size',
      header: t('size'),
      width: 'minmax(5rem, 0.7fr)',
      cell: (file) => (
        <>
          <Text size="sm">{formatBytes(file.size, i18n.language)}</Text>
          {!file.isComplete && (
            <Text size="xs" c="dimmed">
              {t('incomplete', { percent: Math.floor((file.uploadedBytes / file.size) * 100) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'created',
      header: t('created'),
      width: 'minmax(5.5rem, 0.7fr)',
      isHiddenOnMobile: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'used',
      header: t('used'),
      width: 'minmax(5.5rem, 0.7fr)',
      cell: ({ usedAt }) => <RelativeTime at={usedAt} />,
    },
    {
      key: 'remove',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '2rem',
      cell: (file) => (
        <ForRole role="editor">
          <RemoveButton label={t('removeOne', { name: file.name })} onClick={() => onRemove(file)} />
        </ForRole>
      ),
    },
  ];
}
