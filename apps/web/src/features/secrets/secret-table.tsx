import type { Secret } from '@drover/sdk';
import { ActionIcon, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { secretQueries } from '../../queries/secrets';
import { ConfirmAction } from '../../ui/confirm';
import { EditIcon } from '../../ui/icons';
import { RelativeTime } from '../../ui/relative-time';
import { RemoveAction } from '../../ui/remove-action';
import { VirtualTable, type Column } from '../../ui/virtual-table';
import { SetSecret } from './set-secret';

export function SecretTable({ secrets }: { secrets: Secret[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [replacing, setReplacing] = useState<Secret>();
  const [removing, setRemoving] = useState<Secret>();
  const columns: Column<Secret>[] = [
    {
      key: 'name',
      header: t('secrets.name'),
      track: 'minmax(0, 2fr)',
      cell: ({ name }) => (
        <Text size="sm" fw={550} ff="monospace" truncate title={name}>
          {name}
        </Text>
      ),
    },
    {
      key: 'updated',
      header: t('secrets.updated'),
      track: 'minmax(5rem, 1fr)',
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '4.5rem',
      cell: (secret) => (
        <Group gap={4} wrap="nowrap">
          <Tooltip label={t('secrets.replaceOne', { name: secret.name })}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('secrets.replaceOne', { name: secret.name })}
              onClick={() => setReplacing(secret)}
            >
              <EditIcon size={17} />
            </ActionIcon>
          </Tooltip>
          <RemoveAction
            label={t('secrets.removeOne', { name: secret.name })}
            onClick={() => setRemoving(secret)}
          />
        </Group>
      ),
    },
  ];
  return (
    <>
      <VirtualTable label={t('secrets.title')} rows={secrets} columns={columns} keyOf={({ _id }) => _id} />
      {replacing && <SetSecret name={replacing.name} onClose={() => setReplacing(undefined)} />}
      {removing && (
        <ConfirmAction
          isOpen
          title={t('secrets.removeOne', { name: removing.name })}
          text={t('secrets.removeText')}
          action={t('secrets.remove')}
          done={t('secrets.removed', { name: removing.name })}
          run={() => drover.secrets.remove(removing.name)}
          onDone={() => client.invalidateQueries(secretQueries.list())}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}
