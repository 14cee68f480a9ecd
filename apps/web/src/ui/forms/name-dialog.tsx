import { useState } from 'react';
import { CountedInput, isWithinLimit } from './counted-input';
import { FormDialog } from './form-dialog';

interface Props {
  title: string;
  action: string;
  label: string;
  placeholder?: string;
  /** In Unicode code points. */
  limit: number;
  initialName?: string;
  mutation: { mutate: (name: string) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** A dialog with a name as its only field. */
export function NameDialog({ label, placeholder, limit, initialName = '', mutation, ...dialog }: Props) {
  const [input, setInput] = useState(initialName);
  const name = input.trim();
  return (
    <FormDialog
      {...dialog}
      size="sm"
      isValid={name !== '' && isWithinLimit(name, limit)}
      mutation={{ ...mutation, mutate: () => mutation.mutate(name) }}
    >
      <CountedInput {...{ label, placeholder, limit }} value={input} onChange={setInput} data-autofocus />
    </FormDialog>
  );
}
