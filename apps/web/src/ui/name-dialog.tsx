import { useState } from 'react';
import { CountedInput, isWithin } from './counted-input';
import { FormDialog } from './form-dialog';

interface Props {
  title: string;
  action: string;
  label: string;
  placeholder?: string;
  /** In Unicode code points. */
  limit: number;
  start?: string;
  save: { mutate: (name: string) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** Asks for a name, which is what the form is about alone. */
export function NameDialog({ label, placeholder, limit, start = '', save, ...dialog }: Props) {
  const [typed, setTyped] = useState(start);
  const name = typed.trim();
  return (
    <FormDialog
      {...dialog}
      size="sm"
      isValid={name !== '' && isWithin(name, limit)}
      save={{ ...save, mutate: () => save.mutate(name) }}
    >
      <CountedInput {...{ label, placeholder, limit }} value={typed} onChange={setTyped} data-autofocus />
    </FormDialog>
  );
}
