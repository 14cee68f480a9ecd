import { LIMITS } from '@drover/contract/limits';
import type { CreatedEnrolmentKey } from '@drover/sdk';
import { Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { enrolmentKeyQueries } from '../../queries/enrolments';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { ShowOnceDialog } from '../../ui/dialogs/show-once-dialog';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import { KeyDetails } from './key-details';

const lifetimes = [
  { seconds: 600, key: 'tenMinutes' },
  { seconds: 3600, key: 'hour' },
  { seconds: 24 * 3600, key: 'day' },
  { seconds: 7 * 24 * 3600, key: 'week' },
  { seconds: 30 * 24 * 3600, key: 'month' },
  { seconds: 365 * 24 * 3600, key: 'year' },
] as const;

/** A button that creates an enrolment key for one or more devices. */
export function CreateKey() {
  const { t } = useTranslation('enrolments');
  const [created, setCreated] = useState<CreatedEnrolmentKey>();
  return (
    <>
      <DialogButton label={t('keys.create')}>
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
  const { t } = useTranslation('enrolments');
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [uses, setUses] = useState('1');
  const [seconds, setSeconds] = useState(String(LIMITS.enrolmentKeySeconds));
  const maxUses = /^\d+$/.test(uses.trim()) ? Number(uses) : 0;
  const isCountValid = maxUses >= 1 && maxUses <= LIMITS.enrolmentKeyUsesMax;
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
      title={t('keys.create')}
      action={t('keys.createDo')}
      isValid={isCountValid && isWithinLimit(name.trim(), LIMITS.enrolmentKeyNameChars)}
      mutation={create}
      onClose={onClose}
    >
      <CountedInput
        label={t('keys.name')}
        placeholder={t('keys.namePlaceholder')}
        limit={LIMITS.enrolmentKeyNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <TextInput
        label={t('keys.usesField')}
        inputMode="numeric"
        value={uses}
        onChange={(event) => setUses(event.currentTarget.value)}
        error={!isCountValid && t('keys.usesWrong', { max: LIMITS.enrolmentKeyUsesMax })}
      />
      <Select
        label={t('keys.lifetime')}
        allowDeselect={false}
        value={seconds}
        onChange={(value) => setSeconds(value ?? '')}
        data={lifetimes.map(({ seconds, key }) => ({
          value: String(seconds),
          label: t(`keys.${key}`),
        }))}
      />
    </FormDialog>
  );
}

function CreatedKeyDialog({ created, onClose }: { created: CreatedEnrolmentKey; onClose: () => void }) {
  const { t } = useTranslation('enrolments');
  return (
    <ShowOnceDialog title={t('keys.created')} action={t('keys.done')} onClose={onClose}>
      <Text size="sm">
        {t('keys.forDevices', { count: created.maxUses })} {t('keys.once')}
      </Text>
      <KeyDetails enrolmentKey={created} />
    </ShowOnceDialog>
  );
}
