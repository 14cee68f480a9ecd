import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router';
import classes from './settings-layout.module.css';

const places = [
  { to: 'account', key: 'accounts' },
  { to: 'tokens', key: 'tokens' },
  { to: 'notifications', key: 'notificationSettings' },
  { to: 'enrolment-keys', key: 'enrolments' },
  { to: 'secrets', key: 'secrets' },
  { to: 'webhooks', key: 'webhooks' },
  { to: 'audit', key: 'audit' },
] as const;

/** The pages of the settings, with the way from one to the other. */
export function SettingsLayout() {
  const { t } = useTranslation();
  return (
    <>
      <nav aria-label={t('settings.title')} className={classes.places}>
        {places.map(({ to, key }) => (
          <NavLink key={to} to={to} className={classes.place}>
            {t(`settings.places.${key}`)}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
