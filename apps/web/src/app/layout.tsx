import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { AccountGate } from '../features/accounts/account-gate';
import { Logo } from '../ui/display/logo';
import classes from './layout.module.css';
import { LiveUpdates } from './live-updates';
import { Navigation } from './navigation';
import { Shortcuts } from './shortcuts';

/** The layout of all pages that need an account. */
export function Layout() {
  return (
    <AccountGate>
      <LiveUpdates />
      <Shortcuts />
      <PageFrame />
      <ScrollRestoration />
    </AccountGate>
  );
}

function PageFrame() {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  useEffect(close, [pathname, close]);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      burger.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen, close]);

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('navigation.skip')}
      </a>
      <nav className={classes.bar} aria-label="Drover">
        <Burger
          ref={burger}
          opened={isOpen}
          onClick={toggle}
          size="sm"
          aria-label={t('navigation.open')}
          aria-expanded={isOpen}
        />
        <Link to="/" aria-label="Drover">
          <Logo />
        </Link>
      </nav>
      {isOpen && <div className={classes.shade} onClick={close} />}
      <div className={classes.side} data-open={isOpen || undefined}>
        <Navigation />
      </div>
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          {/* For texts that a page did not load with itself. */}
          <Suspense>
            <Outlet />
          </Suspense>
        </div>
      </main>
    </div>
  );
}
