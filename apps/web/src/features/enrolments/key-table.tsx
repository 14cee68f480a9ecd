import type { EnrolmentKey } from '@drover/sdk';
import { Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RelativeTime } from '../../ui/display/relative-time';
import { RemoveButton } from '../../ui/lists/remove-button';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';

export function KeyTable({ keys }: { keys: EnrolmentKey[] }) {
  const { t } = useTranslation(['enrolments', 'common']);
  const client = useQueryClient();
  const [revoking, setRevoking] = useState<EnrolmentKey>();
  const getName = ({ name }: EnrolmentKey) => name ?? t('keys.unnamed');
  const columns: Column<EnrolmentKey>[] = [
    {
      key: 'name',
      header: t('keys.name'),
      width: 'minmax(0, 2fr)',
      cell: (key) => (
        <Text size="sm" fw={550} c={key.name ? undefined : 'dimmed'} truncate title={getName(key)}>
          {getName(key)}
        </Text>
      ),
    },
    {
      key: 'uses',
      header: t('keys.uses'),
      width: 'minmax(5.5rem, 1fr)',
      cell: ({ uses, maxUses }) => t('keys.usesOf', { uses, maxUses }),
    },
    {
      key: 'expires',
      header: t('keys.expires'),
      width: 'minmax(5.5rem, 1fr)',
      cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
    },
    {
      key: 'withdraw',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '2rem',
      cell: (key) => (
        <RemoveButton label={t('keys.revokeOne', { name: getName(key) })} onClick={() => setRevoking(key)} />
      ),
    },
  ];
  return (
    <>
      <VirtualTable label={t('keys.title')} rows={keys} columns={columns} getKey={({ _id }) => _id} />
      {revoking && (
        <ConfirmAction
          isOpen
          title={t('keys.revokeOne', { name: getName(revoking) })}
          text={t('keys.revokeText')}
          action={t('keys.revoke')}
          done={t('keys.revoked')}
          run={() => drover.enrolmentKeys.remove(revoking._id)}
          onDone={() => client.invalidateQueries(enrolmentKeyQueries.list())}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}
