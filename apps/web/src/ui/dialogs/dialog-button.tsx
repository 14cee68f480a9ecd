import { Button } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { PlusIcon } from '../display/icons';

interface Props {
  label: string;
  variant?: 'filled' | 'default';
  icon?: ReactNode;
  /** Renders the dialog, given a function that closes it. It may be a lazy component. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, variant, icon = <PlusIcon size={16} />, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} leftSection={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}
