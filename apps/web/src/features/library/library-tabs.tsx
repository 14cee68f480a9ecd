import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import classes from './library-tabs.module.css';

/** Between what the account has and what it could have. */
export function LibraryTabs() {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('publishing.library')}>
      <NavLink to="/library" end className={classes.tab}>
        {t('publishing.mine')}
      </NavLink>
      <NavLink to="/listings" end className={classes.tab}>
        {t('publishing.browse')}
      </NavLink>
    </nav>
  );
}
