import { LIMITS } from '@drover/contract/limits';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { useErrorText } from '../../ui/failure';

interface Props {
  title: string;
  action: string;
  start?: string;
  save: { mutate: (name: string) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** Asks for the name of a script. */
export function NameDialog({ title, action, start = '', save, onClose }: Props) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const [name, setName] = useState(start);
  const isValid = name.trim() !== '' && isWithin(name.trim(), LIMITS.scriptNameChars);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) save.mutate(name.trim());
  };
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form onSubmit={submit}>
        <Stack gap="md">
          <CountedInput
            label={t('devscripts.name')}
            placeholder={t('devscripts.namePlaceholder')}
            limit={LIMITS.scriptNameChars}
            value={name}
            onChange={setName}
            data-autofocus
          />
          {Boolean(save.error) && (
            <Text size="sm" c="red" role="alert">
              {textOf(save.error)}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!isValid}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
