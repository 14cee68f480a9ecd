import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorText } from '../feedback/error-alert';

interface Props {
  isOpen: boolean;
  title: string;
  text: string;
  action: string;
  isPending?: boolean;
  /** The action loses nothing, so the button is not red. */
  isHarmless?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an action. */
export function ConfirmDialog({ isOpen, title, text, action, isHarmless, isPending, ...props }: Props) {
  const { error, onConfirm, onClose } = props;
  const { t } = useTranslation();
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size="sm">
      <Text size="sm">{text}</Text>
      <ErrorText error={error} mt="sm" />
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

/** An action that needs confirmation, and the notification after it. */
export interface ConfirmedAction {
  title: string;
  text: string;
  action: string;
  done: string;
  isHarmless?: boolean;
  run: () => Promise<unknown>;
  /** Called after the action and awaited before the notification. */
  onDone?: () => unknown;
}

type ActionProps = ConfirmedAction & Pick<Props, 'isOpen' | 'onClose'>;

/** Asks for confirmation, runs the action and shows a notification. */
export function ConfirmAction({ done, run, onDone, onClose, ...props }: ActionProps) {
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await onDone?.();
      notifications.show({ message: done });
      onClose();
    },
  });
  const close = () => {
    if (!isPending) reset();
    onClose();
  };
  return <ConfirmDialog {...props} {...{ isPending, error }} onConfirm={() => mutate()} onClose={close} />;
}
