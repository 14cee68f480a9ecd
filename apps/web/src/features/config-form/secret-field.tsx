import { ActionIcon, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { secretQueries } from '../../queries/secrets';
import { KeyIcon } from '../../ui/display/icons';

/** Returns the name of the secret that a value refers to. */
export function getSecretName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { $secret } = value as { $secret?: unknown };
  return typeof $secret === 'string' ? $secret : undefined;
}

interface FieldProps {
  label: string;
  description?: ReactNode;
  name: string;
  onClear: () => void;
}

/** A read-only field for a value that refers to a secret. */
export function SecretField({ name, onClear, ...labels }: FieldProps) {
  const { t } = useTranslation('run-dialog');
  return (
    <TextInput
      {...labels}
      readOnly
      value={name}
      leftSection={<KeyIcon size={16} />}
      styles={{ input: { fontFamily: 'var(--font-mono)' } }}
      rightSection={<CloseButton size="sm" aria-label={t('secret.clear')} onClick={onClear} />}
    />
  );
}

/** A menu that puts a secret into a field. Hidden if the account has no secrets. */
export function SecretMenu({ label, onChoose }: { label: string; onChoose: (value: object) => void }) {
  const { t } = useTranslation('run-dialog');
  const { data } = useQuery(secretQueries.list());
  if (!data?.count) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('secret.use')}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('secret.useFor', { label })}>
            <KeyIcon size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={260} style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('secret.use')}</Menu.Label>
        {data.items.map(({ name }) => (
          <Menu.Item key={name} ff="monospace" onClick={() => onChoose({ $secret: name })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
