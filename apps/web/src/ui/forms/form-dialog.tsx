import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, FormButtons, type FormMutation } from './form';

interface Props {
  title: string;
  action: string;
  size?: 'sm' | 'md' | 'lg';
  isValid: boolean;
  mutation: FormMutation;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog({ title, size, onClose, children, ...buttons }: Props) {
  return (
    <Modal opened onClose={onClose} title={title} size={size}>
      <Form mutation={buttons.mutation} isValid={buttons.isValid}>
        {children}
        <FormButtons {...buttons} onClose={onClose} />
      </Form>
    </Modal>
  );
}
