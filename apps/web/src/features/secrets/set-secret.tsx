import { LIMITS } from '@drover/contract/limits';
import { Code, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { secretQueries } from '../../queries/secrets';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { DialogButton } from '../../ui/dialog-button';
import { FormDialog } from '../../ui/form-dialog';
import classes from './set-secret.module.css';

export function CreateSecret() {
  const { t } = useTranslation();
  return <DialogButton label={t('secrets.create')}>{(close) => <SetSecret onClose={close} />}</DialogButton>;
}

/** A new secret, or another value for one that is there. */
export function SetSecret({ name: present, onClose }: { name?: string; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(present ?? '');
  const [value, setValue] = useState('');
  const save = useMutation({
    mutationFn: () => drover.secrets.update(name, { value }),
    onSuccess: async () => {
      await client.invalidateQueries(secretQueries.list());
      notifications.show({ message: t('secrets.set', { name }) });
      onClose();
    },
  });
  const isNamed = /^[A-Z_][A-Z0-9_]*$/.test(name) && isWithin(name, LIMITS.secretNameChars);
  const isValued =
    !isWithin(value, LIMITS.secretValueCharsMin - 1) && isWithin(value, LIMITS.secretValueCharsMax);
  return (
    <FormDialog
      title={present === undefined ? t('secrets.create') : t('secrets.replaceOne', { name })}
      action={t('save')}
      isValid={isNamed && isValued}
      save={save}
      onClose={onClose}
    >
      {present === undefined && (
        <CountedInput
          label={t('secrets.name')}
          description={t('secrets.nameHelp')}
          placeholder="API_KEY"
          limit={LIMITS.secretNameChars}
          value={name}
          onChange={(typed) => setName(typed.toUpperCase().replace(/[\s-]/g, '_'))}
          error={name !== '' && !isNamed && t('secrets.nameWrong')}
          data-autofocus
        />
      )}
      <Textarea
        label={t('secrets.value')}
        description={t('secrets.valueHelp', { min: LIMITS.secretValueCharsMin })}
        classNames={{ input: classes.value }}
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-autofocus={present !== undefined || undefined}
      />
      {isNamed && (
        <Text size="xs" c="dimmed">
          {t('secrets.use')} <Code>{JSON.stringify({ $secret: name })}</Code>
        </Text>
      )}
    </FormDialog>
  );
}
