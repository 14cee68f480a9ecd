import '@mantine/core/styles/Checkbox.css';
import { LIMITS } from '@drover/contract/limits';
import type { CreatedToken, Scope } from '@drover/sdk';
import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { tokenQueries } from '../../queries/tokens';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { CreatedTokenDialog } from './created-token-dialog';
import { getEffectiveScopes, scopes } from './scopes';

const daySeconds = 24 * 3600;

export function CreateToken() {
  const { t } = useTranslation('tokens');
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <>
      <DialogButton label={t('create')}>
        {(close) => (
          <CreateTokenDialog
            onCreated={(token) => {
              close();
              setCreated(token);
            }}
            onClose={close}
          />
        )}
      </DialogButton>
      {created && <CreatedTokenDialog token={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}

interface Props {
  onCreated: (token: CreatedToken) => void;
  onClose: () => void;
}

function CreateTokenDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation('tokens');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Scope[]>(['read', 'run']);
  const [days, setDays] = useState('90');
  const create = useMutation({
    mutationFn: () =>
      drover.tokens.create({
        name: name.trim(),
        scopes: chosen,
        ...(days && { expiresIn: Number(days) * daySeconds }),
      }),
    onSuccess: (token) => {
      void client.invalidateQueries(tokenQueries.list());
      onCreated(token);
    },
  });
  const isNamed = name.trim() !== '' && isWithinLimit(name.trim(), LIMITS.tokenNameChars);
  return (
    <FormDialog
      title={t('create')}
      action={t('createDo')}
      isValid={isNamed && chosen.length > 0}
      mutation={create}
      onClose={onClose}
    >
      <CountedInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        limit={LIMITS.tokenNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <ScopesField value={chosen} onChange={setChosen} />
      <ExpiryField days={days} onChange={setDays} />
    </FormDialog>
  );
}

function ScopesField({ value, onChange }: { value: Scope[]; onChange: (scopes: Scope[]) => void }) {
  const { t } = useTranslation('tokens');
  return (
    <Checkbox.Group
      label={t('scopes')}
      value={[...getEffectiveScopes(value)]}
      onChange={onChange}
      error={value.length === 0 && t('noScope')}
    >
      <Stack gap="xs" mt="xs" mb={4}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`scope.${scope}`)}
            description={t(`scopeHelp.${scope}`)}
            disabled={scope !== 'admin' && value.includes('admin')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** The number of days until the token expires. An empty string means never. */
function ExpiryField({ days, onChange }: { days: string; onChange: (days: string) => void }) {
  const { t } = useTranslation('tokens');
  return (
    <>
      <Select
        label={t('expiry')}
        allowDeselect={false}
        value={days}
        onChange={(value) => onChange(value ?? '')}
        data={[
          ...[7, 30, 90].map((count) => ({ value: String(count), label: t('days', { count }) })),
          { value: '365', label: t('year') },
          { value: '', label: t('noExpiry') },
        ]}
      />
      {!days && (
        <Text size="xs" c="dimmed">
          {t('noExpiryHelp')}
        </Text>
      )}
    </>
  );
}
