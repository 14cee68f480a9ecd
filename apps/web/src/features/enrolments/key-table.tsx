import type { EnrolmentKey } from '@drover/sdk';
import { Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { ConfirmAction } from '../../ui/confirm';
import { RelativeTime } from '../../ui/relative-time';
import { RemoveAction } from '../../ui/remove-action';
import { VirtualTable, type Column } from '../../ui/virtual-table';

export function KeyTable({ keys }: { keys: EnrolmentKey[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [withdrawing, setWithdrawing] = useState<EnrolmentKey>();
  const nameOf = ({ name }: EnrolmentKey) => name ?? t('enrolments.keys.unnamed');
  const columns: Column<EnrolmentKey>[] = [
    {
      key: 'name',
      header: t('enrolments.keys.name'),
      track: 'minmax(0, 2fr)',
      cell: (key) => (
        <Text size="sm" fw={550} c={key.name ? undefined : 'dimmed'} truncate title={nameOf(key)}>
          {nameOf(key)}
        </Text>
      ),
    },
    {
      key: 'uses',
      header: t('enrolments.keys.uses'),
      track: 'minmax(4rem, 1fr)',
      cell: ({ uses, maxUses }) => t('enrolments.keys.usesOf', { uses, maxUses }),
    },
    {
      key: 'expires',
      header: t('enrolments.keys.expires'),
      track: 'minmax(5.5rem, 1fr)',
      cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
    },
    {
      key: 'withdraw',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '2rem',
      cell: (key) => (
        <RemoveAction
          label={t('enrolments.keys.withdrawOne', { name: nameOf(key) })}
          onClick={() => setWithdrawing(key)}
        />
      ),
    },
  ];
  return (
    <>
      <VirtualTable
        label={t('enrolments.keys.title')}
        rows={keys}
        columns={columns}
        keyOf={({ _id }) => _id}
      />
      {withdrawing && (
        <ConfirmAction
          isOpen
          title={t('enrolments.keys.withdrawOne', { name: nameOf(withdrawing) })}
          text={t('enrolments.keys.withdrawText')}
          action={t('enrolments.keys.withdraw')}
          done={t('enrolments.keys.withdrawn')}
          run={() => drover.enrolmentKeys.remove(withdrawing._id)}
          onDone={() => client.invalidateQueries(enrolmentKeyQueries.list())}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </>
  );
}
