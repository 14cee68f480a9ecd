import { Group, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { liveState } from '../lib/live';
import { whenIdle } from '../lib/when-idle';
import {
  BoltIcon,
  BookIcon,
  ClockIcon,
  CodeIcon,
  DeviceIcon,
  HomeIcon,
  InboxIcon,
  JobIcon,
  LibraryIcon,
  SettingsIcon,
} from '../ui/icons';
import { Logo } from '../ui/logo';
import classes from './navigation.module.css';

const UserMenu = lazy(async () => {
  await whenIdle();
  return { default: (await import('./user-menu')).UserMenu };
});

const UnreadCount = lazy(async () => {
  await whenIdle();
  return { default: (await import('../features/messages/unread-count')).UnreadCount };
});

const ReviewsPlace = lazy(async () => {
  await whenIdle();
  return { default: (await import('./reviews-place')).ReviewsPlace };
});

const places = [
  { to: '/', key: 'home', Icon: HomeIcon },
  { to: '/devices', key: 'devices', Icon: DeviceIcon },
  { to: '/devscripts', key: 'devscripts', Icon: CodeIcon },
  { to: '/library', key: 'library', Icon: LibraryIcon, also: '/listings' },
  { to: '/presets', key: 'presets', Icon: BoltIcon },
  { to: '/schedules', key: 'schedules', Icon: ClockIcon },
  { to: '/jobs', key: 'jobs', Icon: JobIcon },
  { to: '/inbox', key: 'inbox', Icon: InboxIcon, Count: UnreadCount },
] as const;

export function Navigation() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isWithin = (place: object) => 'also' in place && pathname.startsWith(String(place.also));
  return (
    <nav aria-label={t('navigation.label')} className={classes.column}>
      <Link to="/" aria-label="Drover" className={classes.brand}>
        <Logo />
      </Link>
      <div className={classes.places}>
        {places.map(({ to, key, Icon, ...more }) => (
          <NavLink
            key={key}
            to={to}
            end={to === '/'}
            className={classes.place}
            data-here={isWithin(more) || undefined}
          >
            <Icon />
            {t(`navigation.${key}`)}
            <Suspense>{'Count' in more && <more.Count />}</Suspense>
          </NavLink>
        ))}
        <Suspense>
          <ReviewsPlace />
        </Suspense>
      </div>
      <LiveSign />
      <NavLink to="/settings" className={classes.place}>
        <SettingsIcon />
        {t('navigation.settings')}
      </NavLink>
      <a href="/docs" target="_blank" rel="noreferrer" className={classes.place}>
        <BookIcon />
        {t('navigation.reference')}
      </a>
      <Suspense fallback={<div className={classes.userMenu} />}>
        <UserMenu />
      </Suspense>
    </nav>
  );
}

/** Says when what is shown may be old. While all is well it keeps quiet. */
function LiveSign() {
  const { t } = useTranslation();
  const state = liveState.use();
  return (
    <div role="status" className={classes.live}>
      {state === 'behind' && (
        <Group gap="xs" wrap="nowrap">
          <span className={classes.behind} />
          <Text size="xs">{t('live.behind')}</Text>
        </Group>
      )}
    </div>
  );
}
