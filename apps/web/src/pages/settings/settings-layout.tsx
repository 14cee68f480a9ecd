import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useHasRole } from '../../roles/use-has-role';
import { PageHeader } from '../../ui/layout/page-header';
import classes from './settings-layout.module.css';
import { settingsLinks } from './settings-links';

/** The settings pages with their navigation, which scrolls sideways on narrow screens. */
export function SettingsLayout() {
  const { t } = useTranslation('settings');
  const hasRole = useHasRole();
  const { pathname } = useLocation();
  const needed = settingsLinks.find(({ to }) => pathname.startsWith(`/settings/${to}`))?.role ?? 'viewer';
  const isAllowed = hasRole(needed);
  const navigation = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = navigation.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <nav ref={navigation} aria-label={t('title')} className={classes.links}>
        {settingsLinks
          .filter(({ role }) => hasRole(role))
          .map(({ to, key }) => (
            <NavLink key={to} to={to} className={classes.link}>
              {t(`places.${key}`)}
            </NavLink>
          ))}
      </nav>
      {isAllowed ? <Outlet /> : <PageHeader title={t('title')}>{t('needsAdmin')}</PageHeader>}
    </>
  );
}
