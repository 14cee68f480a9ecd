import { LIMITS } from '@drover/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { FormDialog } from '../../ui/form-dialog';

interface Props {
  title: string;
  action: string;
  start?: string;
  save: { mutate: (name: string) => void; isPending: boolean; error: unknown };
  onClose: () => void;
}

/** Asks for the name of a script. */
export function NameDialog({ title, action, start = '', save, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(start);
  const isValid = name.trim() !== '' && isWithin(name.trim(), LIMITS.scriptNameChars);
  return (
    <FormDialog
      title={title}
      action={action}
      size="sm"
      isValid={isValid}
      save={{ ...save, mutate: () => save.mutate(name.trim()) }}
      onClose={onClose}
    >
      <CountedInput
        label={t('devscripts.name')}
        placeholder={t('devscripts.namePlaceholder')}
        limit={LIMITS.scriptNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
    </FormDialog>
  );
}
