import type { Secret } from '@drover/sdk';
import { ActionIcon, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { secretQueries } from '../../queries/secrets';
import { ForRole } from '../../roles/for-role';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { EditIcon } from '../../ui/display/icons';
import { RelativeTime } from '../../ui/display/relative-time';
import { RemoveButton } from '../../ui/lists/remove-button';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { SecretUses } from './secret-uses';
import { SetSecret } from './set-secret';

/** How many records the question before a removal names. */
const shownUses = 10;

export function SecretTable({ secrets }: { secrets: Secret[] }) {
  const { t } = useTranslation(['secrets', 'common']);
  const [replacing, setReplacing] = useState<Secret>();
  const [removing, setRemoving] = useState<Secret>();
  const columns: Column<Secret>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ name }) => (
        <Text size="sm" fw={550} ff="monospace" truncate title={name}>
          {name}
        </Text>
      ),
    },
    {
      key: 'uses',
      header: t('usedBy'),
      width: 'minmax(5.5rem, 1fr)',
      cell: ({ name, usedBy }) => <SecretUses name={name} usedBy={usedBy} />,
    },
    {
      key: 'lastUsed',
      header: t('lastUsed'),
      width: 'minmax(0, 1fr)',
      isHiddenOnMobile: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <RelativeTime at={lastUsedAt} /> : <Text size="sm">{t('never')}</Text>,
    },
    {
      key: 'updated',
      header: t('updated'),
      width: 'minmax(5rem, 1fr)',
      isHiddenOnMobile: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '4.5rem',
      cell: (secret) => (
        <ForRole role="editor">
          <Group gap={4} wrap="nowrap">
            <Tooltip label={t('replaceOne', { name: secret.name })}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('replaceOne', { name: secret.name })}
                onClick={() => setReplacing(secret)}
              >
                <EditIcon size={17} />
              </ActionIcon>
            </Tooltip>
            <RemoveButton label={t('removeOne', { name: secret.name })} onClick={() => setRemoving(secret)} />
          </Group>
        </ForRole>
      ),
    },
  ];
  return (
    <>
      <VirtualTable label={t('title')} rows={secrets} columns={columns} getKey={({ _id }) => _id} />
      {replacing && <SetSecret name={replacing.name} onClose={() => setReplacing(undefined)} />}
      {removing && <RemoveSecret secret={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

/** Asks before a secret is removed. Names what uses it. */
function RemoveSecret({ secret: { name, usedBy }, onClose }: { secret: Secret; onClose: () => void }) {
  const { t, i18n } = useTranslation('secrets');
  const client = useQueryClient();
  const uses = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
    ...usedBy.slice(0, shownUses).map((use) => `${t(`kind.${use.kind}`)} “${use.name}”`),
    ...(usedBy.length > shownUses ? [t('moreUses', { count: usedBy.length - shownUses })] : []),
  ]);
  return (
    <ConfirmAction
      isOpen
      title={t('removeOne', { name })}
      text={usedBy.length > 0 ? t('removeUsed', { uses }) : t('removeText')}
      action={t('remove')}
      done={t('removed', { name })}
      run={() => drover.secrets.remove(name)}
      onDone={() => client.invalidateQueries(secretQueries.list())}
      onClose={onClose}
    />
  );
}
