import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from './failure';

interface Props {
  isOpen: boolean;
  title: string;
  text: string;
  action: string;
  isPending?: boolean;
  /** Asked for its weight, not for what would be lost. */
  isHarmless?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once more before something that cannot be undone. */
export function Confirm({ isOpen, title, text, action, isHarmless, isPending, ...props }: Props) {
  const { error, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const textOf = useErrorText();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size="sm">
      <Text size="sm">{text}</Text>
      {Boolean(error) && (
        <Text size="sm" c="red" mt="sm" role="alert">
          {textOf(error)}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color={isHarmless ? undefined : 'red'} onClick={onConfirm} loading={isPending}>
          {action}
        </Button>
      </Group>
    </Modal>
  );
}
