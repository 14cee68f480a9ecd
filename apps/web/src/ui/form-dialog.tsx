import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './failure';

interface Props {
  title: string;
  action: string;
  size?: 'sm' | 'md' | 'lg';
  isValid: boolean;
  save: { mutate: () => void; isPending: boolean; error: unknown };
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page. What was typed outlives a failure; what is on its way is not sent again. */
export function FormDialog({ title, action, size, isValid, save, onClose, children }: Props) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid && !save.isPending) save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {children}
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
