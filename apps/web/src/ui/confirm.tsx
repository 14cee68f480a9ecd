import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorLine } from './failure';

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
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size="sm">
      <Text size="sm">{text}</Text>
      <ErrorLine error={error} mt="sm" />
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

/** Something that is asked for first, and told of when it is done. */
export interface ConfirmedAction {
  title: string;
  text: string;
  action: string;
  done: string;
  run: () => Promise<unknown>;
  /** Once it is done, before that is told; what it promises is waited for. */
  onDone?: () => unknown;
}

type ActionProps = ConfirmedAction & Pick<Props, 'isOpen' | 'onClose'>;

/** Asks once more, does it, and tells of it. */
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
  return <Confirm {...props} {...{ isPending, error }} onConfirm={() => mutate()} onClose={close} />;
}
