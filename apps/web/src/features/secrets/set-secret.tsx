import { LIMITS } from '@drover/contract/limits';
import { Code, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { secretQueries } from '../../queries/secrets';
import { DialogButton } from '../../ui/dialogs/dialog-button';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';
import classes from './set-secret.module.css';

export function CreateSecret() {
  const { t } = useTranslation('secrets');
  return <DialogButton label={t('create')}>{(close) => <SetSecret onClose={close} />}</DialogButton>;
}

/** A dialog that creates a secret or replaces the value of an existing one. */
export function SetSecret({ name: existingName, onClose }: { name?: string; onClose: () => void }) {
  const { t } = useTranslation(['secrets', 'common']);
  const client = useQueryClient();
  const [name, setName] = useState(existingName ?? '');
  const [value, setValue] = useState('');
  const save = useMutation({
    mutationFn: () => drover.secrets.update(name, { value }),
    onSuccess: async () => {
      await client.invalidateQueries(secretQueries.list());
      notifications.show({ message: t('set', { name }) });
      onClose();
    },
  });
  const isNamed = /^[A-Z_][A-Z0-9_]*$/.test(name) && isWithinLimit(name, LIMITS.secretNameChars);
  const isValued =
    !isWithinLimit(value, LIMITS.secretValueCharsMin - 1) && isWithinLimit(value, LIMITS.secretValueCharsMax);
  return (
    <FormDialog
      title={existingName === undefined ? t('create') : t('replaceOne', { name })}
      action={t('common:save')}
      isValid={isNamed && isValued}
      mutation={save}
      onClose={onClose}
    >
      {existingName === undefined && (
        <CountedInput
          label={t('name')}
          description={t('nameHelp')}
          placeholder="API_KEY"
          limit={LIMITS.secretNameChars}
          value={name}
          onChange={(typed) => setName(typed.toUpperCase().replace(/[\s-]/g, '_'))}
          error={name !== '' && !isNamed && t('nameWrong')}
          data-autofocus
        />
      )}
      <Textarea
        label={t('value')}
        description={t('valueHelp', { min: LIMITS.secretValueCharsMin })}
        classNames={{ input: classes.value }}
        autosize
        minRows={2}
        maxRows={8}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-autofocus={existingName !== undefined || undefined}
      />
      {isNamed && (
        <Text size="xs" c="dimmed">
          {t('use')} <Code>{JSON.stringify({ $secret: name })}</Code>
        </Text>
      )}
    </FormDialog>
  );
}
