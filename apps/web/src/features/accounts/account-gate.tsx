import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionEnded } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { Failure } from '../../ui/failure';

const WelcomePage = lazy(async () => ({ default: (await import('./welcome-page')).WelcomePage }));
const SessionEnded = lazy(async () => ({ default: (await import('./session-ended')).SessionEnded }));

/** Lets those in who are signed in. A session that ends is renewed over the page, so that nothing typed is lost. */
export function AccountGate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const account = useQuery(accountQueries.current());
  const hasEnded = sessionEnded.use();

  const loading = (
    <Center h="100dvh" role="status" aria-label={t('loading')}>
      <Loader type="dots" />
    </Center>
  );

  if (account.isPending) return loading;
  if (account.isError) {
    return (
      <Center h="100dvh" p="md">
        <Failure error={account.error} onRetry={() => void account.refetch()} />
      </Center>
    );
  }
  if (!account.data) {
    return (
      <Suspense fallback={loading}>
        <WelcomePage />
      </Suspense>
    );
  }
  return (
    <>
      {children}
      {hasEnded && (
        <Suspense>
          <SessionEnded email={account.data.email} />
        </Suspense>
      )}
    </>
  );
}
