import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router';
import classes from './settings-layout.module.css';

const links = [
  { to: 'account', key: 'accounts' },
  { to: 'people', key: 'members' },
  { to: 'tokens', key: 'tokens' },
  { to: 'notifications', key: 'notificationSettings' },
  { to: 'enrolment-keys', key: 'enrolments' },
  { to: 'secrets', key: 'secrets' },
  { to: 'webhooks', key: 'webhooks' },
  { to: 'audit', key: 'audit' },
] as const;

/** The settings pages with their navigation, which scrolls sideways on narrow screens. */
export function SettingsLayout() {
  const { t } = useTranslation('settings');
  const { pathname } = useLocation();
  const navigation = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = navigation.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <nav ref={navigation} aria-label={t('title')} className={classes.links}>
        {links.map(({ to, key }) => (
          <NavLink key={to} to={to} className={classes.link}>
            {t(`places.${key}`)}
          </NavLink>
        ))}
      </nav>
      <Outlet />
    </>
  );
}
