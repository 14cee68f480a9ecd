import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useHasRole } from '../../roles/use-has-role';
import { PageHeader } from '../../ui/layout/page-header';
import classes from './settings-layout.module.css';

/** The pages, with the least role that can read them. */
const links = [
  { to: 'account', key: 'accounts', role: 'viewer' },
  { to: 'people', key: 'members', role: 'viewer' },
  { to: 'approvals', key: 'approvals', role: 'viewer' },
  { to: 'tokens', key: 'tokens', role: 'viewer' },
  { to: 'notifications', key: 'notificationSettings', role: 'viewer' },
  { to: 'agent-updates', key: 'agentUpdates', role: 'viewer' },
  { to: 'enrolment-keys', key: 'enrolments', role: 'admin' },
  { to: 'secrets', key: 'secrets', role: 'viewer' },
  { to: 'input-files', key: 'inputFiles', role: 'viewer' },
  { to: 'repositories', key: 'repositories', role: 'admin' },
  { to: 'webhooks', key: 'webhooks', role: 'admin' },
  { to: 'audit', key: 'audit', role: 'admin' },
] as const;

/** The settings pages with their navigation, which scrolls sideways on narrow screens. */
export function SettingsLayout() {
  const { t } = useTranslation('settings');
  const hasRole = useHasRole();
  const { pathname } = useLocation();
  const needed = links.find(({ to }) => pathname.startsWith(`/settings/${to}`))?.role ?? 'viewer';
  const isAllowed = hasRole(needed);
  const navigation = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = navigation.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <>
      <nav ref={navigation} aria-label={t('title')} className={classes.links}>
        {links
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
