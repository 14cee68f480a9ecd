import type { Token } from '@drover/sdk';
import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { tokenQueries } from '../../queries/tokens';
import { ConfirmAction } from '../../ui/confirm';
import { RelativeTime } from '../../ui/relative-time';
import { RemoveAction } from '../../ui/remove-action';
import { VirtualTable, type Column } from '../../ui/virtual-table';

export function TokenTable({ tokens }: { tokens: Token[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [revoking, setRevoking] = useState<Token>();
  return (
    <>
      <VirtualTable
        label={t('tokens.title')}
        rows={tokens}
        columns={columnsWith(t, setRevoking)}
        keyOf={({ _id }) => _id}
      />
      {revoking && (
        <ConfirmAction
          isOpen
          title={t('tokens.revokeOne', { name: revoking.name })}
          text={t('tokens.revokeText')}
          action={t('tokens.revoke')}
          done={t('tokens.revoked', { name: revoking.name })}
          run={() => drover.tokens.remove(revoking._id)}
          onDone={() => client.invalidateQueries(tokenQueries.list())}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </>
  );
}

function columnsWith(t: TFunction, onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    {
      key: 'name',
      header: t('tokens.name'),
      track: 'minmax(0, 1.6fr)',
      cell: ({ name, scopes }) => (
        <>
          <Text size="sm" fw={550} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
            {scopes.map((scope) => t(`tokens.scope.${scope}`)).join(', ')}
          </Text>
        </>
      ),
    },
    {
      key: 'scopes',
      header: t('tokens.scopes'),
      track: 'minmax(0, 1.4fr)',
      isExtra: true,
      cell: ({ scopes }) => (
        <Group gap={4} wrap="nowrap">
          {scopes.map((scope) => (
            <Badge key={scope} size="sm" variant="light" color="gray" tt="none" fw={500}>
              {t(`tokens.scope.${scope}`)}
            </Badge>
          ))}
        </Group>
      ),
    },
    {
      key: 'lastUsed',
      header: t('tokens.lastUsed'),
      track: 'minmax(0, 0.8fr)',
      isExtra: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <RelativeTime at={lastUsedAt} /> : <Text size="sm">{t('tokens.never')}</Text>,
    },
    {
      key: 'expires',
      header: t('tokens.expires'),
      track: 'minmax(5rem, 0.8fr)',
      cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
    },
    {
      key: 'revoke',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '2rem',
      cell: (token) => (
        <RemoveAction label={t('tokens.revokeOne', { name: token.name })} onClick={() => onRevoke(token)} />
      ),
    },
  ];
}

function Expiry({ at }: { at: string | null }) {
  const { t } = useTranslation();
  if (at === null) return <Text size="sm">{t('tokens.never')}</Text>;
  if (Date.parse(at) < Date.now()) {
    return (
      <Text size="sm" c="var(--mantine-color-error)">
        {t('tokens.expired')}
      </Text>
    );
  }
  return <RelativeTime at={at} />;
}
