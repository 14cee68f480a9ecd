import type { Identity } from '@drover/sdk';
import { Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { accountQueries, identityQueries } from '../../queries/accounts';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { FormDialog } from '../../ui/forms/form-dialog';
import { Section } from '../../ui/layout/section';
import { QueryResult } from '../../ui/lists/query-result';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { CurrentPasswordField } from './current-password-field';
import { PasswordDialog } from './password-dialog';
import { useSignInColumns } from './sign-in-columns';
import { linkAtProvider } from './provider-visit';

/** The person's accounts at identity providers, on the page of the account. Nothing without a provider. */
export function IdentitySection() {
  const { t } = useTranslation('single-sign-on');
  const identities = useQuery(identityQueries.list());
  const { data: installation } = useQuery(accountQueries.installation());
  const providers = installation?.identityProviders ?? [];
  if (providers.length === 0 && !identities.data?.items.length) return null;
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="md">
        {t('text')}
      </Text>
      <QueryResult query={identities} rows={1}>
        {({ items }) => items.length > 0 && <IdentityTable identities={items} />}
      </QueryResult>
      <LinkButtons />
    </Section>
  );
}

/** Links an account at one of the identity providers of the installation. */
export function LinkButtons() {
  const { t } = useTranslation('single-sign-on');
  const { data: installation } = useQuery(accountQueries.installation());
  return (
    <Group gap="sm">
      {installation?.identityProviders.map((provider) => (
        <DialogButton key={provider._id} label={t('link', provider)}>
          {(close) => <LinkDialog provider={provider} onClose={close} />}
        </DialogButton>
      ))}
    </Group>
  );
}

interface LinkProps {
  provider: { _id: string; name: string };
  onClose: () => void;
}

function LinkDialog({ provider, onClose }: LinkProps) {
  const { t } = useTranslation('single-sign-on');
  const [password, setPassword] = useState('');
  const link = useMutation({ mutationFn: () => linkAtProvider(provider._id, password || undefined) });
  return (
    <FormDialog title={t('link', provider)} action={t('next')} isValid mutation={link} onClose={onClose}>
      <Text size="sm">{t('linkText', provider)}</Text>
      <CurrentPasswordField data-autofocus value={password} onChange={setPassword} />
    </FormDialog>
  );
}

function IdentityTable({ identities }: { identities: Identity[] }) {
  const { t } = useTranslation('single-sign-on');
  const [removing, setRemoving] = useState<Identity>();
  const last = useSignInColumns<Identity>({
    label: ({ providerName }) => t('unlink', { name: providerName }),
    onClick: setRemoving,
  });
  const columns: Column<Identity>[] = [
    {
      key: 'provider',
      header: t('provider'),
      width: 'minmax(0, 1fr)',
      cell: ({ providerName }) => (
        <Text size="sm" fw={550} truncate title={providerName}>
          {providerName}
        </Text>
      ),
    },
    {
      key: 'email',
      header: t('email'),
      width: 'minmax(0, 2fr)',
      cell: ({ email }) => (
        <Text size="sm" truncate title={email ?? undefined}>
          {email}
        </Text>
      ),
    },
    ...last,
  ];
  return (
    <>
      <VirtualTable label={t('title')} rows={identities} columns={columns} getKey={({ _id }) => _id} />
      {removing && <UnlinkDialog identity={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

function UnlinkDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const { t } = useTranslation('single-sign-on');
  const client = useQueryClient();
  return (
    <PasswordDialog
      title={t('unlink', { name: identity.providerName })}
      text={t('unlinkText')}
      action={t('unlinkDo')}
      run={(confirmation) => drover.identities.remove(identity._id, confirmation)}
      onDone={() => {
        onClose();
        void client.invalidateQueries();
      }}
      onClose={onClose}
    />
  );
}
