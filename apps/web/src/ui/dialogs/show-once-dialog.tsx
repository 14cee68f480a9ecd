import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Label of the button that closes the dialog. */
  action: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a secret that cannot be shown again. Escape and a click outside do not close it. */
export function ShowOnceDialog({ title, action, onClose, children }: Props) {
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{action}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
