import { useTranslation } from 'react-i18next';
import classes from './online-dot.module.css';

/** A green dot while the device is connected. Screen readers get the state as text. */
export function OnlineDot({ isOnline }: { isOnline: boolean }) {
  const { t } = useTranslation();
  const label = isOnline ? t('online') : t('offline');
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={classes.dot}
      data-online={isOnline || undefined}
    />
  );
}
