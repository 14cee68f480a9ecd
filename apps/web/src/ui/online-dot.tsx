import { useTranslation } from 'react-i18next';
import classes from './online-dot.module.css';

/** Green while connected; told in words to those who do not see it. */
export function OnlineDot({ isOnline }: { isOnline: boolean }) {
  const { t } = useTranslation();
  const words = isOnline ? t('online') : t('offline');
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={classes.dot}
      data-online={isOnline || undefined}
    />
  );
}
