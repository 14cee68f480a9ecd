import { LIMITS } from '@drover/contract/limits';
import type { CreatedEnrolmentKey } from '@drover/sdk';
import { Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { DialogButton } from '../../ui/dialog-button';
import { FormDialog } from '../../ui/form-dialog';
import { OnceDialog } from '../../ui/once-dialog';
import { KeyDetails } from './key-details';

const lifetimes = [
  { seconds: 600, key: 'tenMinutes' },
  { seconds: 3600, key: 'hour' },
  { seconds: 24 * 3600, key: 'day' },
  { seconds: 7 * 24 * 3600, key: 'week' },
  { seconds: 30 * 24 * 3600, key: 'month' },
  { seconds: 365 * 24 * 3600, key: 'year' },
] as const;

/** A key for one device or for a fleet. */
export function CreateKey() {
  const { t } = useTranslation();
  const [created, setCreated] = useState<CreatedEnrolmentKey>();
  return (
    <>
      <DialogButton label={t('enrolments.keys.create')}>
        {(close) => (
          <CreateKeyDialog
            onCreated={(key) => {
              close();
              setCreated(key);
            }}
            onClose={close}
          />
        )}
      </DialogButton>
      {created && <CreatedKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}

interface Props {
  onCreated: (key: CreatedEnrolmentKey) => void;
  onClose: () => void;
}

function CreateKeyDialog({ onCreated, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [uses, setUses] = useState('1');
  const [seconds, setSeconds] = useState(String(LIMITS.enrolmentKeySeconds));
  const maxUses = /^\d+$/.test(uses.trim()) ? Number(uses) : 0;
  const isCountRight = maxUses >= 1 && maxUses <= LIMITS.enrolmentKeyUsesMax;
  const create = useMutation({
    mutationFn: () =>
      drover.enrolmentKeys.create({ name: name.trim() || undefined, maxUses, expiresIn: Number(seconds) }),
    onSuccess: (key) => {
      void client.invalidateQueries(enrolmentKeyQueries.list());
      onCreated(key);
    },
  });
  return (
    <FormDialog
      title={t('enrolments.keys.create')}
      action={t('enrolments.keys.createDo')}
      isValid={isCountRight && isWithin(name.trim(), LIMITS.enrolmentKeyNameChars)}
      save={create}
      onClose={onClose}
    >
      <CountedInput
        label={t('enrolments.keys.name')}
        placeholder={t('enrolments.keys.namePlaceholder')}
        limit={LIMITS.enrolmentKeyNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <TextInput
        label={t('enrolments.keys.usesField')}
        inputMode="numeric"
        value={uses}
        onChange={(event) => setUses(event.currentTarget.value)}
        error={!isCountRight && t('enrolments.keys.usesWrong', { max: LIMITS.enrolmentKeyUsesMax })}
      />
      <Select
        label={t('enrolments.keys.lifetime')}
        allowDeselect={false}
        value={seconds}
        onChange={(value) => setSeconds(value ?? '')}
        data={lifetimes.map(({ seconds, key }) => ({
          value: String(seconds),
          label: t(`enrolments.keys.${key}`),
        }))}
      />
    </FormDialog>
  );
}

function CreatedKeyDialog({ created, onClose }: { created: CreatedEnrolmentKey; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <OnceDialog title={t('enrolments.keys.created')} action={t('enrolments.keys.done')} onClose={onClose}>
      <Text size="sm">
        {t('enrolments.keys.forDevices', { count: created.maxUses })} {t('enrolments.keys.once')}
      </Text>
      <KeyDetails enrolmentKey={created} />
    </OnceDialog>
  );
}
