import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, FormEnd, type Saving } from './form';

interface Props {
  title: string;
  action: string;
  size?: 'sm' | 'md' | 'lg';
  isValid: boolean;
  save: Saving;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the page. */
export function FormDialog({ title, size, onClose, children, ...end }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Form save={end.save} isValid={end.isValid}>
        {children}
        <FormEnd {...end} onClose={onClose} />
      </Form>
    </Modal>
  );
}
