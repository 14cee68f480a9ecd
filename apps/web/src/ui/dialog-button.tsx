import { Button } from '@mantine/core';
import { Suspense, useState, type ReactNode } from 'react';
import { PlusIcon } from './icons';

interface Props {
  label: string;
  variant?: 'filled' | 'default';
  icon?: ReactNode;
  /** The dialog, with the way to close it; it may be fetched only now. */
  children: (close: () => void) => ReactNode;
}

/** A button, and the dialog that it opens. */
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
