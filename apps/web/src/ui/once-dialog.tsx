import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** What closes it. */
  action: string;
  onClose: () => void;
  children: ReactNode;
}

/** Something that is shown this once. A slip of the hand does not close it. */
export function OnceDialog({ title, action, onClose, children }: Props) {
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
