import { Group, Text, UnstyledButton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { eventStreamState } from '../lib/event-stream';
import { modifierKey } from '../lib/modifier-key';
import { waitUntilIdle } from '../lib/wait-until-idle';
import { lazyPart, waitsForServer } from '../texts/lazy-part';
import { BookIcon, SearchIcon, SettingsIcon } from '../ui/display/icons';
import { Logo } from '../ui/display/logo';
import { ApprovalsPlace } from './approvals-place';
import { mainLinks } from './navigation-links';
import classes from './navigation.module.css';
import { ReviewsLink } from './reviews-link';
import { openPalette } from './shortcuts';

const UserMenu = lazyPart(async () => {
  await waitUntilIdle();
  return import('./user-menu');
}, 'UserMenu');

const UnreadCount = lazyPart(async () => {
  await waitUntilIdle();
  return import('../features/messages/unread-count');
}, 'UnreadCount');

const ApprovalsLink = lazyPart(async () => {
  await waitUntilIdle();
  return import('./approvals-link');
}, 'ApprovalsLink');

export function Navigation() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const isActive = (link: object) =>
    'alsoActiveOn' in link && pathname.startsWith(link.alsoActiveOn as string);
  return (
    <nav aria-label={t('navigation.label')} className={classes.column}>
      <Link to="/" aria-label="Drover" className={classes.brand}>
        <Logo />
      </Link>
      <UnstyledButton className={classes.search} onClick={openPalette}>
        <SearchIcon size={16} />
        {t('search')}
        <kbd className={classes.shortcut} aria-hidden>
          {modifierKey} K
        </kbd>
      </UnstyledButton>
      <div className={classes.links}>
        {mainLinks.map(({ to, key, Icon, ...rest }) => (
          <NavLink
            key={key}
            to={to}
            end={to === '/'}
            className={classes.link}
            data-active={isActive(rest) || undefined}
          >
            <Icon />
            {t(`navigation.${key}`)}
            {key === 'inbox' && (
              <Suspense>
                <UnreadCount />
              </Suspense>
            )}
          </NavLink>
        ))}
        <ReviewsLink />
        {/* Last, because it loads last. */}
        <Suspense fallback={<ApprovalsPlace />}>
          <ApprovalsLink />
        </Suspense>
      </div>
      <ConnectionStatus />
      <NavLink to="/settings" className={classes.link}>
        <SettingsIcon />
        {t('navigation.settings')}
      </NavLink>
      <a href="/docs" target="_blank" rel="noreferrer" className={classes.link}>
        <BookIcon />
        {t('navigation.reference')}
      </a>
      <Suspense fallback={<div className={classes.userMenu} />}>
        <UserMenu />
      </Suspense>
    </nav>
  );
}

/** Warns when the data may be stale. Empty while the event stream is connected. */
function ConnectionStatus() {
  const { t } = useTranslation('app');
  const state = eventStreamState.use();
  const isWaiting = waitsForServer.use();
  return (
    <div role="status" className={classes.connection}>
      {(state === 'stale' || isWaiting) && (
        <Group gap="xs" wrap="nowrap">
          <span className={classes.staleDot} />
          <Text size="xs">{t(isWaiting ? 'live.unreachable' : 'live.reconnecting')}</Text>
        </Group>
      )}
    </div>
  );
}
