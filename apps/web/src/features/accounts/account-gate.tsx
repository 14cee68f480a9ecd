import { Center } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { accessLost, sessionEnded } from '../../lib/session';
import { accountQueries } from '../../queries/accounts';
import { lazyPart } from '../../texts/lazy-part';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { LoadingPage } from '../../ui/feedback/loading-page';

const WelcomePage = lazyPart(() => import('./welcome-page'), 'WelcomePage');
const SessionEnded = lazyPart(() => import('./session-ended-dialog'), 'SessionEndedDialog');

const SingleSignOnGate = lazyPart(
  () => import('./single-sign-on-gate'),
  'SingleSignOnGate',
  'single-sign-on',
  'second-factor',
);
const SecondFactorGate = lazyPart(() => import('./second-factor-gate'), 'SecondFactorGate', 'second-factor');

const retryMs = 5_000;

/**
 * Shows its children to signed-in users. When the session ends, a dialog renews it. Meanwhile the page is hidden and not
 * unmounted, so that nobody sees its data and input is not lost. A person without a workspace loses the page.
 */
export function AccountGate({ children }: { children: ReactNode }) {
  const account = useQuery({
    ...accountQueries.current(),
    // Nothing else on the page would notice that the server answers again.
    refetchInterval: ({ state }) => state.status === 'error' && retryMs,
  });
  const hasEnded = sessionEnded.use();
  const hasLostAccess = accessLost.use();

  if (account.isPending) return <LoadingPage />;
  if (account.isError) {
    return (
      <Center h="100dvh" p="md">
        <ErrorAlert error={account.error} onRetry={() => void account.refetch()} />
      </Center>
    );
  }
  if (!account.data) {
    return (
      <Suspense fallback={<LoadingPage />}>
        <WelcomePage />
      </Suspense>
    );
  }
  const { _id: workspaceId, isSecondFactorRequired, person } = account.data;
  const lacksSecondFactor = isSecondFactorRequired && person?.hasSecondFactor === false;
  return (
    <>
      {hasLostAccess ? null : person?.lacksSingleSignOn || lacksSecondFactor ? (
        <Suspense fallback={<LoadingPage />}>
          {person.lacksSingleSignOn ? (
            <SingleSignOnGate account={account.data} />
          ) : (
            <SecondFactorGate account={account.data} />
          )}
        </Suspense>
      ) : (
        <div
          key={`${workspaceId} ${person?._id}`}
          data-signed-in-page
          style={{ display: hasEnded ? 'none' : 'contents' }}
        >
          {children}
        </div>
      )}
      {hasEnded && (
        <Suspense>
          <SessionEnded email={account.data.email} />
        </Suspense>
      )}
    </>
  );
}
