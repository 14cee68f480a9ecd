import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './confirm-dialog';

/** A run on more devices than this asks for confirmation. */
const maxUnconfirmed = 10;

/** Asks before a run on many devices starts. The caller renders the dialog. */
export function useConfirmMany(start: () => void): {
  startOn: (devices: number) => void;
  isAsking: boolean;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const startOn = (devices: number) => {
    if (devices <= maxUnconfirmed) return start();
    setCount(devices);
    setAsking(true);
  };
  const dialog = (
    <ConfirmDialog
      isOpen={isAsking}
      title={t('many.title', { count })}
      text={t('many.text')}
      action={t('many.run')}
      isHarmless
      onConfirm={() => {
        setAsking(false);
        start();
      }}
      onClose={() => setAsking(false)}
    />
  );
  return { startOn, isAsking, dialog };
}
