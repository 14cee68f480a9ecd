import type { Token } from '@drover/sdk';
import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { tokenQueries } from '../../queries/tokens';
import { ConfirmAction } from '../../ui/dialogs/confirm-dialog';
import { RelativeTime } from '../../ui/display/relative-time';
import { RemoveButton } from '../../ui/lists/remove-button';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';

export function TokenTable({ tokens }: { tokens: Token[] }) {
  const { t } = useTranslation('tokens');
  const client = useQueryClient();
  const [revoking, setRevoking] = useState<Token>();
  return (
    <>
      <VirtualTable
        label={t('title')}
        rows={tokens}
        columns={buildColumns(t, setRevoking)}
        getKey={({ _id }) => _id}
      />
      {revoking && (
        <ConfirmAction
          isOpen
          title={t('revokeOne', { name: revoking.name })}
          text={t('revokeText')}
          action={t('revoke')}
          done={t('revoked', { name: revoking.name })}
          run={() => drover.tokens.remove(revoking._id)}
          onDone={() => client.invalidateQueries(tokenQueries.list())}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

function buildColumns(t: TFunction<['tokens', 'common']>, onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 1.6fr)',
      cell: ({ name, scopes }) => (
        <>
          <Text size="sm" fw={550} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
            {scopes.map((scope) => t(`scope.${scope}`)).join(', ')}
          </Text>
        </>
      ),
    },
    {
      key: 'scopes',
      header: t('scopes'),
      width: 'minmax(0, 1.4fr)',
      isHiddenOnMobile: true,
      cell: ({ scopes }) => (
        <Group gap={4} wrap="nowrap">
          {scopes.map((scope) => (
            <Badge key={scope} size="sm" variant="light" color="gray" tt="none" fw={500}>
              {t(`scope.${scope}`)}
            </Badge>
          ))}
        </Group>
      ),
    },
    {
      key: 'lastUsed',
      header: t('lastUsed'),
      width: 'minmax(0, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <RelativeTime at={lastUsedAt} /> : <Text size="sm">{t('never')}</Text>,
    },
    {
      key: 'expires',
      header: t('expires'),
      width: 'minmax(5rem, 0.8fr)',
      cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
    },
    {
      key: 'revoke',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '2rem',
      cell: (token) => (
        <RemoveButton label={t('revokeOne', { name: token.name })} onClick={() => onRevoke(token)} />
      ),
    },
  ];
}

function Expiry({ at }: { at: string | null }) {
  const { t } = useTranslation('tokens');
  if (at === null) return <Text size="sm">{t('noExpiry')}</Text>;
  if (Date.parse(at) < Date.now()) {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('expired')}
      </Text>
    );
  }
  return <RelativeTime at={at} />;
}
