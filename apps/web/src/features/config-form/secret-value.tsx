import { ActionIcon, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { secretQueries } from '../../queries/secrets';
import { KeyIcon } from '../../ui/icons';

/** The name of the secret that a value refers to. */
export function secretNameOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { $secret } = value as { $secret?: unknown };
  return typeof $secret === 'string' ? $secret : undefined;
}

interface ValueProps {
  label: string;
  description?: ReactNode;
  name: string;
  onClear: () => void;
}

/** A field that has the value of a secret. */
export function SecretValue({ name, onClear, ...words }: ValueProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      {...words}
      readOnly
      value={name}
      leftSection={<KeyIcon size={16} />}
      styles={{ input: { fontFamily: 'var(--font-mono)' } }}
      rightSection={<CloseButton size="sm" aria-label={t('runDialog.secret.clear')} onClick={onClear} />}
    />
  );
}

/** Puts a secret into a field. Where there is none, there is nothing to choose. */
export function SecretMenu({ label, onChoose }: { label: string; onChoose: (value: object) => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(secretQueries.list());
  if (!data?.count) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('runDialog.secret.use')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('runDialog.secret.useFor', { label })}>
            <KeyIcon size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={260} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('runDialog.secret.use')}</Menu.Label>
        {data.items.map(({ name }) => (
          <Menu.Item key={name} ff="monospace" onClick={() => onChoose({ $secret: name })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
