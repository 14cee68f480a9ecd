import '@mantine/core/styles/Checkbox.css';
import { LIMITS } from '@drover/contract/limits';
import type { CreatedToken, Scope } from '@drover/sdk';
import { Checkbox, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { tokenQueries } from '../../queries/tokens';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { DialogButton } from '../../ui/dialog-button';
import { FormDialog } from '../../ui/form-dialog';
import { CreatedTokenDialog } from './created-token-dialog';
import { effective, scopes } from './scopes';

const daySeconds = 24 * 3600;

export function CreateToken() {
  const { t } = useTranslation();
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <>
      <DialogButton label={t('tokens.create')}>
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

/** Name, scopes and validity of a new token. */
function CreateTokenDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation();
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
  const isNamed = name.trim() !== '' && isWithin(name.trim(), LIMITS.tokenNameChars);
  return (
    <FormDialog
      title={t('tokens.create')}
      action={t('tokens.createDo')}
      isValid={isNamed && chosen.length > 0}
      save={create}
      onClose={onClose}
    >
      <CountedInput
        label={t('tokens.name')}
        placeholder={t('tokens.namePlaceholder')}
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
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('tokens.scopes')}
      value={[...effective(value)]}
      onChange={onChange}
      error={value.length === 0 && t('tokens.noScope')}
    >
      <Stack gap="xs" mt="xs" mb={4}>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={t(`tokens.scope.${scope}`)}
            description={t(`tokens.scopeHelp.${scope}`)}
            disabled={scope !== 'admin' && value.includes('admin')}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

/** In how many days it expires; an empty text is never. */
function ExpiryField({ days, onChange }: { days: string; onChange: (days: string) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Select
        label={t('tokens.expiry')}
        allowDeselect={false}
        value={days}
        onChange={(value) => onChange(value ?? '')}
        data={[
          ...[7, 30, 90].map((count) => ({ value: String(count), label: t('tokens.days', { count }) })),
          { value: '365', label: t('tokens.year') },
          { value: '', label: t('tokens.noExpiry') },
        ]}
      />
      {!days && (
        <Text size="xs" c="dimmed">
          {t('tokens.noExpiryHelp')}
        </Text>
      )}
    </>
  );
}
